// Numbers that are copied from bytes. Each f is called with k = 3.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 255, 128, 0, 200, 100 };
static const signed char text[] = "ab\377\200cdefgh";
static uint32_t read32(const uint8_t *p) { uint32_t v; memcpy(&v, p, sizeof v); return v; }
unsigned f1(int k, int x) { return read32(bytes) * x + read32(bytes + k + 1); }
long long f2(int k, int x) { int64_t a; short s; memcpy(&a, bytes, 8); memcpy(&s, text + k - 1, sizeof s); __builtin_memcpy(&x, text + 1, 4); return a + s + x; }
int f3(int k, int x) { uint16_t v = 1; memmove(&v, bytes + k, 2); memcpy(&x, &v, 2); return v + x; }
int f4(int k, int x) { uint8_t own[8]; for (int i = 0; i < 8; i++) own[i] = i * x; uint32_t v; memcpy(&v, own + 3, 4); own[4] = k; uint16_t w; memcpy(&w, &own[k], 2); return v + w; }
struct head { uint16_t kind; uint32_t size; };
int f5(int k, int x) { struct head h; memcpy(&h.kind, bytes + k, 2); memcpy(&h.size, bytes + k + 2, sizeof h.size); memcpy(&h, bytes, 3); return h.kind + h.size + x; }
int f6(int k, int x) { int32_t v[2]; memcpy(&v[1], bytes + k, 4); memcpy(&v[x & 1], bytes + 1, 4); v[0] = x; return v[0] + v[1]; }
int f7(int k, int x) { int v = x; return memcpy(&v, bytes, 4) == &v ? v + k : 0; }
int f8(int k, int x) { uint8_t b; int8_t c; unsigned long long w; memcpy(&b, text + 2, 1); memcpy(&c, text + k, 1); memcpy(&w, text + 1, 8); return b + c * 1000 + (int)(w >> 40) * x; }
int f9(int k, int x) { const uint8_t *p = bytes; int n = 0; uint16_t v; while (k-- > 0) { memcpy(&v, p, 2); p += 2; n = n * x + v; } return n; }
int f10(int k, int x) { float y; double z; memcpy(&y, bytes, 4); memcpy(&z, bytes + 1, 8); unsigned u; memcpy(&u, &y, 4); return u + (z < k) + x; }
static int code(const uint8_t *p, int n, int x) { int acc = 0; for (int pc = 0; pc < n;) { uint16_t op; memcpy(&op, p + pc, 2); pc += 2; int32_t arg; memcpy(&arg, &p[pc], sizeof(arg)); pc += 4; switch (op) { case 1: acc += arg * x; break; case 2: acc ^= arg; break; default: return -1; } } return acc; }
int f11(int k, int x) { static const uint8_t program[] = { 1, 0, 2, 0, 0, 0, 2, 0, 255, 255, 255, 255, 1, 0, 3, 1, 0, 0 }; return code(program, k * 6, x); }
int main(void)
{
    for (int x = -3; x < 9; x++)
        printf("%u %lld %d %d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x), f11(3, x));
}
