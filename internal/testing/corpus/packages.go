package main

// source is a source package of Debian.
type source struct {
	name  string
	files []string // patterns of the files whose functions are optimised
	// flags are the compiler's; where there are any, the file is preprocessed with them before it is parsed.
	flags string
	// prepare is a shell script that runs once, in the unpacked folder.
	prepare string
	// test is a shell script that builds and tests the package in its folder, with $CC. It prints what must not change. A package
	// without a quick test has none.
	test string
}

// sources are packages of many kinds: compressors, interpreters, compilers, parsers, number theory, cryptography, pictures, sound.
var sources = []source{
	{name: "zlib", files: []string{"*.c"}, test: `
$CC -I. -o example test/example.c *.c
$CC -I. -o minigzip test/minigzip.c *.c
./example
for level in -1 -6 -9 -f -h; do
  ./minigzip $level < ChangeLog > packed
  cksum < packed
  ./minigzip -d < packed | cmp - ChangeLog
done`},
	{name: "lz4", files: []string{"lib/*.c"}, test: `
$CC -Ilib -o lz4 lib/*.c programs/*.c -lpthread
for level in -1 -3 -9 -12; do
  ./lz4 -q -f $level doc/lz4_manual.html packed
  cksum < packed
  ./lz4 -q -d -c packed | cmp - doc/lz4_manual.html
done`},
	{name: "lua5.4", files: []string{"src/*.c"}, prepare: `
echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' > src/lua5.4-deb-multiarch.h`, test: `
$CC -Isrc -o lua $(ls src/*.c | grep -v luac.c) -lm
cat > test.lua <<'LUA'
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(22), 7 // 2, -7 // 2, 7 % -3, 2^0.5, 1e15, 10 / 2, 3 | 4, ~0, "10" + 5, 1 << 62, 0x7fffffffffffffff + 1)
local t = {}
for i = 1, 1000 do t[i] = (i * 7919) % 1009 end
table.sort(t, function(a, b) return a > b end)
print(t[1], t[500], t[1000], #t, table.concat(t, ",", 1, 20), select("#", table.unpack(t, 1, 50)))
print(string.format("%5.2f|%-8s|%08x|%q|%g|%i", 3.14159, "ab", 48879, "a\nb\0c", 1e100, 42), ("x"):rep(5, "-"))
print(("hello world from lua"):gsub("(%w+) (%w+)", "%2 %1"), ("key=val, k2=v2"):find("(%w+)=(%w+)", 5))
for k, v in string.gmatch("a=1, b=2, c=3", "(%w+)=(%w+)") do io.write(k, v, ";") end print()
local co = coroutine.wrap(function(a) for i = 1, 5 do a = coroutine.yield(a * i) end return "end" end)
print(co(1), co(2), co(3), co(4), co(5), co(6))
local mt = setmetatable({}, {__index = function(_, k) return k .. "!" end, __add = function(a, b) return "sum" end,
  __lt = function() return true end, __call = function(self, ...) return select("#", ...) end, __close = function() print("closed") end})
print(mt.foo, mt + 1, mt < mt, mt(1, nil, 3))
do local x <close> = mt end
print(pcall(error, {code = 1}), pcall(function() local x = nil; return x.y end))
print(utf8.char(228, 8364, 128512), utf8.len("äö€"), #"äö€", string.pack("<i4d", 7, 1.5):byte(1, -1))
print(math.maxinteger, math.mininteger, math.tointeger(3.0), 3 // 0.0, -3 % math.huge, math.type(1), math.ult(1, -1))
goto done
print("skipped")
::done::
print(load("return 1 + ...", "chunk")(41), #string.dump(fib) > 0, tostring(1e300 * 1e10), tonumber("0x1p4"), tonumber("z", 36))
collectgarbage() print(collectgarbage("count") > 0)
local s = 0 for i = 10, 1, -3 do s = s + i end print(s) local n = 0 while true do n = n + 1 if n > 10 then break end end print(n)
LUA
./lua test.lua`},
	{name: "bzip2", files: []string{"blocksort.c", "huffman.c", "crctable.c", "randtable.c", "compress.c", "decompress.c", "bzlib.c", "bzip2.c"}, test: `
$CC -o bzip2 blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c bzip2.c
for i in 1 2 3; do
  ./bzip2 -$i < sample$i.ref | cmp - sample$i.bz2
done
./bzip2 -d < sample1.bz2 | cmp - sample1.ref
./bzip2 -ds < sample2.bz2 | cmp - sample2.ref
./bzip2 -ds < sample3.bz2 | cmp - sample3.ref`},
	{name: "cjson", files: []string{"cJSON.c", "cJSON_Utils.c"}, test: `
for t in parse_hex4 parse_number parse_string parse_array parse_object parse_value print_string print_number print_array \
  print_object print_value misc_tests parse_with_opts compare_tests cjson_add readme_examples minify_tests misc_utils_tests \
  json_patch_tests; do
  $CC -I. -Itests/unity/src -Itests -o t tests/$t.c tests/unity/src/unity.c $(case $t in *utils*|*patch*) echo cJSON_Utils.c;; esac) -lm
  (cd tests && ../t)
done`},
	{name: "libtommath", files: []string{"*.c"}, test: `
$CC -I. -Idemo -o t demo/test.c demo/shared.c *.c
./t mp_add mp_sub mp_mul mp_sqr mp_div mp_div_3 mp_exptmod mp_gcd mp_invmod mp_lcm mp_montgomery_reduce mp_reduce_2k mp_sqrt mp_xor \
  mp_signed_rsh mp_read_radix mp_and mp_or mp_cnt_lsb mp_complement mp_kronecker mp_get_u64 mp_jacobi > out
grep -v '^SEED' out`},
	{name: "giflib", files: []string{"*_lib.c", "gifalloc.c", "gif_err.c", "gif_hash.c", "gif_font.c", "quantize.c", "qprintf.c", "getarg.c"}},
	{name: "libyaml", files: []string{"src/*.c"}, flags: "-Iinclude -Isrc " +
		`-DYAML_VERSION_STRING="\"0.2.5\"" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5`, test: `
CC="$CC -Iinclude -DYAML_VERSION_STRING=\"0.2.5\" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5"
for t in test-reader run-parser run-emitter run-dumper run-parser-test-suite; do $CC -o $t tests/$t.c src/*.c; done
./test-reader
cat > t.yaml <<'YAML'
%YAML 1.1
---
- &a [1, 2.5, "q\tz\u00e4", 'it''s', ~]
- {k: v, ? complex : *a}
- |
  literal
   text
- >-
  folded
  text
...
--- !!map
x: !local 'y' # comment
YAML
./run-parser-test-suite t.yaml
./run-parser t.yaml
./run-emitter t.yaml
./run-dumper t.yaml`},
	{name: "mujs", files: []string{"js*.c", "regexp.c", "utf.c"}, test: `
$CC -o mujs main.c js*.c regexp.c utf.c -lm
cat > t.js <<'JS'
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(18), 7 / 2, -7 % 3, 1e21, 0.1 + 0.2, 1 / 3, 123456789012345680000, 5e-324, -0, 0x7fffffff | 0, ~5, 1 << 31, -1 >>> 0);
var a = []; for (var i = 0; i < 200; ++i) a.push((i * 7919) % 1009); a.sort(function (x, y) { return y - x; });
print(a.slice(0, 20), a.length, a.indexOf(5), a.concat([1, 2]).length, a.map(function (x) { return x * 2; }).slice(3, 6), a.splice(2, 3));
print("hello world".replace(/(\w+) (\w+)/, "$2 $1"), "a-b-c".split("-"), /a(b|c)*d/.exec("xxabcbcdyy"), "abc".charCodeAt(1), "x".concat(1));
print(/^[a-z_][a-z0-9_]*$/i.test("Foo_9"), "aaa".replace(/a/g, "b"), "äö€".length, encodeURIComponent("ä&€"), decodeURIComponent("%C3%A4"));
print(JSON.stringify({a: [1, 2, {b: null}], c: "q\t\u00e4", d: true, e: -1.5e300}), JSON.parse('{"x":[1,2.5,"\u0041"]}').x);
try { null.x; } catch (e) { print(e.name, e.message); }
try { undefinedName; } catch (e) { print(e); } finally { print("finally"); }
label: for (var i = 0; i < 5; ++i) { for (var j = 0; j < 5; ++j) { if (j == 3) continue label; if (i == 3) break label; print(i, j); } }
switch (3) { case 1: print("one"); case 3: print("three"); case 4: print("four"); break; default: print("no"); }
var o = {get x() { return 42; }, set x(v) { print("set", v); }}; o.x = 5; print(o.x, Object.keys({p: 1, q: 2}), "p" in {p: 1}, delete o.x);
function F(x) { this.x = x; } F.prototype.get = function () { return this.x; }; print(new F(9).get(), new F(1) instanceof F, typeof F, typeof null);
print((255).toString(16), (0.5).toString(2), (1234.5678).toFixed(2), (0.000001234).toExponential(2), (1e21).toPrecision(3), parseInt("0x1f"), parseFloat("3.14abc"), Number(""), isNaN("x"));
print(new Date(0).toISOString(), Date.UTC(2020, 1, 29), new Date(2e12).getUTCDay(), Math.max(1, 5, 3), Math.pow(2, 0.5), Math.round(-2.5), Math.atan2(1, -1));
print([3, 1, 2].sort(), [1, [2, 3]].toString(), [1, 2, 3].reduce(function (a, b) { return a + b; }), [5, 6].join("-"), [1, 2, 3].reverse(), eval("1 + 2 * 3"));
with ({zz: 7}) print(zz); print(function (a, b) { return arguments.length; }(1, 2, 3), (function () { return this; }).call(5), isFinite(1 / 0));
var s = ""; for (var k in {a: 1, b: 2, c: 3}) s += k; print(s); do { s = s.slice(1); } while (s.length); print(void 0, null === null, "1" == 1, NaN != NaN);
JS
./mujs t.js`},
	{name: "jansson", files: []string{"src/*.c"}, flags: "-Isrc -Igen -DHAVE_CONFIG_H", prepare: `
mkdir -p gen && sed -e 's/@json_inline@/inline/; s/@json_have_long_long@/1/; s/@json_have_localeconv@/1/; s/@json_have_atomic_builtins@/1/; s/@json_have_sync_builtins@/1/' src/jansson_config.h.in > gen/jansson_config.h
printf '#define HAVE_STDINT_H 1\n#define HAVE_LOCALE_H 1\n#define INITIAL_HASHTABLE_ORDER 3\n' > gen/jansson_private_config.h`, test: `
for t in test/suites/api/test_*.c; do
  case $t in *chaos*|*load_callback*|*memory_funcs*|*fixed_size*) continue;; esac
  $CC -DHAVE_CONFIG_H -Isrc -Igen -Itest/suites/api -o t $t src/*.c
  (cd test/suites/api && ../../../t >/dev/null && echo $t)
done
$CC -Isrc -Igen -DHAVE_CONFIG_H -o jp test/bin/json_process.c src/*.c
for d in test/suites/valid/* test/suites/invalid/*; do echo $d; (./jp --env < $d/input 2>&1 || true); ./jp --strip $d 2>&1 || true; done`},
	{name: "libgsm", files: []string{"src/add.c", "src/code.c", "src/decode.c", "src/gsm_*.c", "src/l*.c", "src/preprocess.c", "src/rpe.c", "src/short_term.c"}, flags: "-Iinc -Isrc -Iinclude -DNeedFunctionPrototypes=1 -DSASR -DWAV49", test: `
cat > t.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include "gsm.h"
int main(void) {
	gsm s = gsm_create(), d = gsm_create(); unsigned x = 1; long h = 0;
	for (int mode = 0; mode < 2; mode++) {
	int one = mode; gsm_option(s, GSM_OPT_FAST, &one); gsm_option(s, GSM_OPT_LTP_CUT, &one);
	for (int i = 0; i < 200; i++) {
		gsm_signal in[160], out[160]; gsm_frame f;
		for (int j = 0; j < 160; j++) { x = x * 1103515245 + 12345; in[j] = (short)((x >> 16) * (i % 3 ? 1 : 0)) / (1 + i % 7) + (j * i * 37) % 20000 - 10000; }
		gsm_encode(s, in, f);
		if (gsm_decode(d, f, out)) printf("bad\n");
		for (int j = 0; j < 33; j++) h = h * 31 + f[j];
		for (int j = 0; j < 160; j++) h = h * 31 + out[j];
		gsm_signal e[76]; gsm_explode(d, f, e); gsm_implode(d, e, f);
		for (int j = 0; j < 76; j++) h = h * 31 + e[j];
		if (i % 20 == 0) printf("%d %ld\n", i, h);
	}}
	gsm_destroy(s); gsm_destroy(d);
}
C
$CC -Iinc -Isrc -DNeedFunctionPrototypes=1 -DSASR -DWAV49 -o t t.c src/add.c src/code.c src/decode.c src/gsm_*.c src/l*.c src/preprocess.c src/rpe.c src/short_term.c src/table.c
./t`},
	{name: "mbedtls", files: []string{"library/aes.c", "library/[abcdghmprx]*[0-9].c", "library/bignum.c", "library/des.c", "library/base64.c", "library/blowfish.c", "library/camellia.c", "library/ccm.c", "library/gcm.c", "library/rsa.c", "library/ecp.c", "library/asn1*.c", "library/x509*.c", "library/chacha*.c", "library/poly*.c", "library/nist_kw.c", "library/oid.c", "library/constant_time.c"}, flags: "-Iinclude -Ilibrary", test: `
$CC -Iinclude -Ilibrary -o t programs/test/selftest.c library/*.c
./t -x entropy timing memory_buffer_alloc | sed 's/[0-9.]* *ms//'`},
	{name: "tcc", files: []string{"tccpp.c", "tccgen.c", "tccelf.c", "tccasm.c", "i386-asm.c", "libtcc.c"}, flags: "-DONE_SOURCE=0 -DTCC_TARGET_X86_64 -I. -D_GNU_SOURCE", prepare: "./configure", test: `
$CC -DONE_SOURCE=0 -DTCC_TARGET_X86_64 -I. -D_GNU_SOURCE -o tcc tcc.c tccpp.c tccgen.c tccelf.c tccasm.c tccrun.c x86_64-gen.c x86_64-link.c i386-asm.c libtcc.c -lm -ldl -lpthread
for t in examples/*.c tests/tests2/*.c; do
  echo $t; (./tcc -I/usr/include/x86_64-linux-gnu -Iinclude -c -o t.o $t && cksum < t.o) 2>&1 || true
  (./tcc -I/usr/include/x86_64-linux-gnu -Iinclude -E $t | cksum) 2>&1 || true
done
for t in tests/pp/*.c; do echo $t; ./tcc -E -P $t 2>&1 || true; done
./tcc -I/usr/include/x86_64-linux-gnu -Iinclude -I. -DONE_SOURCE=0 -DTCC_TARGET_X86_64 -c -o t.o tcctools.c 2>&1 && cksum < t.o`},
	{name: "libzstd", files: []string{"lib/common/*.c", "lib/compress/*.c", "lib/decompress/*.c"}, flags: "-DZSTD_DISABLE_ASM -DZSTD_NO_INTRINSICS -Ilib -Ilib/common", test: `
cat > t.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zstd.h"
int main(int argc, char **argv) {
	FILE *f = fopen(argv[1], "rb"); char *in = malloc(1 << 20); size_t n = fread(in, 1, 200000, f);
	for (int level = -3; level <= 19; level += 2) {
		size_t bound = ZSTD_compressBound(n); char *out = malloc(bound), *back = malloc(n);
		size_t m = ZSTD_compress(out, bound, in, n, level); unsigned long h = 0;
		for (size_t i = 0; i < m; i++) h = h * 31 + (unsigned char)out[i];
		size_t k = ZSTD_decompress(back, n, out, m);
		printf("%d %zu %lu %d\n", level, m, h, k == n && !memcmp(in, back, n));
		out[m / 2] ^= 5; k = ZSTD_decompress(back, n, out, m); printf("%s\n", ZSTD_isError(k) ? ZSTD_getErrorName(k) : "ok");
		free(out); free(back);
	}
}
C
$CC -DZSTD_DISABLE_ASM -DZSTD_NO_INTRINSICS -Ilib -o t t.c lib/common/*.c lib/compress/*.c lib/decompress/*.c
./t doc/zstd_compression_format.md; ./t lib/zstd.h`},
	{name: "zopfli", files: []string{"src/zopfli/*.c"}, test: `
$CC -o z src/zopfli/*.c -lm
for f in COPYING README CONTRIBUTORS src/zopfli/tree.h; do
  for how in --gzip --zlib --deflate; do ./z -c $how --i3 $f | cksum; done
done; ./z -c COPYING --i2 | gzip -d | cmp - COPYING`},
	{name: "cmark", files: []string{"src/*.c"}, flags: "-Isrc -Igen", prepare: `
mkdir -p gen && echo '#define CMARK_EXPORT' > gen/cmark_export.h && sed 's/#cmakedefine /#define /' src/config.h.in > gen/config.h &&
sed 's/@PROJECT_VERSION_[A-Z]*@/0/g' src/cmark_version.h.in > gen/cmark_version.h`, test: `
$CC -Isrc -Igen -o c src/*.c
for f in test/spec.txt test/regression.txt test/smart_punct.txt bench/samples/*.md README.md changelog.txt; do
  for how in html xml man commonmark latex; do echo $f $how; ./c -t $how --smart $f | cksum; ./c -t $how --width 40 --sourcepos --unsafe --hardbreaks $f | cksum; done
done`},
	{name: "yajl", files: []string{"src/*.c"}, flags: "-Isrc -Igen", prepare: `
mkdir -p gen/yajl && cp src/api/*.h gen/yajl && sed 's/${YAJL_[A-Z]*}/2/' src/api/yajl_version.h.cmake > gen/yajl/yajl_version.h`, test: `
$CC -Isrc -Igen -o y test/parsing/yajl_test.c src/*.c -lm
for f in test/parsing/cases/*.json; do echo $f
  for o in "" -c -g -m; do ./y $o -b 7 < $f 2>&1 || true; done
done
$CC -Isrc -Igen -o g test/api/gen-extra-close.c src/*.c -lm; ./g || true
$CC -Isrc -Igen -o r reformatter/json_reformat.c src/*.c -lm; for f in test/parsing/cases/*.json; do ./r < $f 2>&1 || true; ./r -m -e -u < $f 2>&1 || true; done`},
	{name: "hiredis", files: []string{"hiredis.c", "sds.c", "read.c", "net.c", "async.c", "alloc.c"}, test: `
cat > t.c <<'C'
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <stdarg.h>
#include "hiredis.h"
#include "sds.h"
static void show(redisReply *r, int d) {
	printf("%*s%d %lld %.*s\n", d, "", r->type, r->integer, (int)r->len, r->str ? r->str : "");
	for (size_t i = 0; i < r->elements; i++) show(r->element[i], d + 1);
}
static void feed(const char *s, size_t by) {
	redisReader *r = redisReaderCreate(); void *x; size_t n = strlen(s);
	for (size_t i = 0; i < n; i += by) {
		redisReaderFeed(r, s + i, n - i < by ? n - i : by);
		do { x = NULL; if (redisReaderGetReply(r, &x) != REDIS_OK) { printf("error %s\n", r->errstr); redisReaderFree(r); return; } if (x) { show(x, 0); freeReplyObject(x); } } while (x);
	}
	redisReaderFree(r);
}
int main(void) {
	const char *all[] = {"+OK\r\n:12345\r\n$5\r\nhello\r\n*3\r\n:1\r\n$-1\r\n*2\r\n+a\r\n-b\r\n", "*-1\r\n$0\r\n\r\n", ":-999999999999\r\n", "@foo\r\n", ":x1\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n"};
	for (int i = 0; i < 6; i++) for (size_t by = 1; by < 12; by += 3) feed(all[i], by);
	char *c; int n = redisFormatCommand(&c, "SET %s %b %d %08.3f %lld %%x %hhd %-5u|", "key", "v\0l", (size_t)3, 42, 3.14159, 1LL << 40, 300, 7u); fwrite(c, 1, n, stdout); free(c);
	const char *argv[] = {"a", "bcd", ""}; size_t len[] = {1, 3, 0}; n = redisFormatCommandArgv(&c, 3, argv, len); fwrite(c, 1, n, stdout); free(c);
	sds s = sdsnew("  hello world  "); s = sdscatprintf(s, "%d-%s", 5, "x"); s = sdscatfmt(s, "%i %u %I %U %s %S %%", -3, 4u, -5LL, 6ULL, "q", s); sdstrim(s, " h"); printf("%s %zu\n", s, sdslen(s));
	sdsrange(s, 2, -3); sdstoupper(s); s = sdscatrepr(s, "\n\x01\"q", 4); printf("%s\n", s); int k; sds *t = sdssplitlen("a,,b,c", 6, ",", 1, &k); for (int i = 0; i < k; i++) printf("[%s]", t[i]); sdsfreesplitres(t, k);
	t = sdssplitargs("foo \"b\\x41r\" 'q z' x", &k); for (int i = 0; t && i < k; i++) printf("<%s>", t[i]); printf("%d\n", k);
}
C
$CC -I. -o t t.c hiredis.c sds.c read.c net.c async.c alloc.c
./t`},
}
