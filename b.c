int get(int);
static int half(int x) { return x / 2; }
int f(const int *v, int n, int k, int mode) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] > 3) s += v[i] * k;
        switch (get(i)) { case 1: s++; break; case 2: s--; }
    }
    while (half(s) > 10) s -= k;
    return s;
}
