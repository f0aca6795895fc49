/* Convolves the image in, of w times h floats, with a kernel of n times n weights; out has the pixels that the whole kernel fits at. */
void convolve(const float *in, float *out, int w, int h, const float *k, int n)
{
    int x, y, i, j;

    for (y = 0; y <= h - n; y++)
        for (x = 0; x <= w - n; x++) {
            float sum = 0;
            for (j = 0; j < n; j++)
                for (i = 0; i < n; i++)
                    sum += k[j * n + i] * in[(y + j) * w + x + i];
            out[y * (w - n + 1) + x] = sum;
        }
}
