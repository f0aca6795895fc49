int dot(const int *v1, const int *v2, int s)
{
    int i, sum = 0;
    for (i = 0; i < s; i++)
        sum += v1[i] * v2[i];
    return sum;
}
