/* Where a pixel has its channels: red, green, blue, alpha. */
struct format {
    int bytes; /* of a pixel, the lowest first */
    struct {
        int shift, width; /* a width of 0: there is none */
    } channel[4];
};

/* Unpacks n pixels to 8 bits for each channel; one that there is not is 255. */
void unpack(const struct format *f, const unsigned char *in, unsigned char *out, long n)
{
    for (long i = 0; i < n; i++) {
        unsigned pixel = 0;
        for (int k = 0; k < f->bytes; k++)
            pixel |= (unsigned)in[k] << 8 * k;
        in += f->bytes;
        for (int k = 0; k < 4; k++) {
            int width = f->channel[k].width;
            if (width == 0) {
                out[k] = 255;
            } else {
                unsigned max = (1u << width) - 1;
                unsigned value = pixel >> f->channel[k].shift & max;
                out[k] = width == 8 ? value : (value * 255 + max / 2) / max;
            }
        }
        out += 4;
    }
}
