// Labels that a block declares for itself.
#include <stdio.h>

// n=3
int local(int n) {
    int s = 0;
    {
        __label__ again, out;
    again:
        s += n;
        if (s > 10)
            goto out;
        if (n-- > 0)
            goto again;
    out:
        s *= 2;
    }
    return s + ({ __label__ done; int t = 1; if (n > 1) goto done; t = 5; done: t; });
}

int main(void) {
    printf("%d %d %d\n", local(3), local(0), local(20));
    return 0;
}
