package machine

// Magic is the multiplier and the shift that divide integers of so many bits by d, as in Hacker's Delight, figure 10-1.
func Magic(d int64, bits uint) (m int64, s uint8) {
	two := uint64(1) << (bits - 1)
	mask := two<<1 - 1
	ad := uint64(max(d, -d))
	t := two
	if d < 0 {
		t++
	}
	anc := t - 1 - t%ad
	p := bits - 1
	q1, r1 := two/anc, two%anc
	q2, r2 := two/ad, two%ad
	for {
		p++
		q1, r1 = twice(q1, r1, anc, mask)
		q2, r2 = twice(q2, r2, ad, mask)
		if delta := ad - r2; q1 >= delta && (q1 != delta || r1 != 0) {
			break
		}
	}
	m = int64((q2+1)&mask) << (64 - bits) >> (64 - bits)
	if d < 0 {
		m = -m << (64 - bits) >> (64 - bits)
	}
	return m, uint8(p - bits)
}

// twice is quotient and remainder of twice the dividend.
func twice(q, r, d, mask uint64) (uint64, uint64) {
	q, r = 2*q&mask, 2*r
	if r >= d {
		return q + 1, r - d
	}
	return q, r
}

// MagicU is the same without sign, as in figure 10-2; add says that the multiplier has one bit more, which is not in m.
func MagicU(d uint64, bits uint) (m uint64, s uint8, add bool) {
	two := uint64(1) << (bits - 1)
	mask := two<<1 - 1
	nc := mask - (-d&mask)%d
	p := bits - 1
	q1, r1 := two/nc, two%nc
	q2, r2 := (two-1)/d, (two-1)%d
	for {
		p++
		if r1 >= nc-r1 {
			q1, r1 = (2*q1+1)&mask, 2*r1-nc
		} else {
			q1, r1 = 2*q1&mask, 2*r1
		}
		if r2+1 >= d-r2 {
			add = add || q2 >= two-1
			q2, r2 = (2*q2+1)&mask, 2*r2+1-d
		} else {
			add = add || q2 >= two
			q2, r2 = 2*q2&mask, 2*r2+1
		}
		if delta := d - 1 - r2; p >= 2*bits || q1 >= delta && (q1 != delta || r1 != 0) {
			break
		}
	}
	return (q2 + 1) & mask, uint8(p - bits), add
}
