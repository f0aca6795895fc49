package cflags

import "strings"

// values says where the value of a flag stands.
type values int

const (
	noValue       values = iota // it has none
	joinedValue                 // in the same word: -std=c99
	separateValue               // in the next word: -o FILE
	anyValue                    // in the same word or the next one: -IDIR, -I DIR
)

// kind is a kind of flags: those that begin with a text.
type kind struct {
	flag  string
	value values
	do    func(f *Flags, value string, g given) error // nil: nothing
}

// kindOf is the kind of a flag; nil for one that is skipped alone. The longest text that it begins with counts.
func kindOf(arg string) *kind {
	var best *kind
	for i := range kinds {
		k := &kinds[i]
		whole := k.value == noValue || k.value == separateValue
		if (whole && arg == k.flag || !whole && strings.HasPrefix(arg, k.flag)) && (best == nil || len(k.flag) > len(best.flag)) {
			best = k
		}
	}
	return best
}

// to is a flag whose value is added to a list.
func to(list func(f *Flags) *[]string) func(*Flags, string, given) error {
	return func(f *Flags, value string, g given) error {
		*list(f) = append(*list(f), value)
		return nil
	}
}

// asked is a flag that the compiler's macros depend on.
func asked(f *Flags, _ string, g given) error {
	f.Asked = append(f.Asked, g.words()...)
	return nil
}

// refused is a flag that changes what C means.
func refused(f *Flags, _ string, g given) error {
	return &UsageError{g.String(), "changes what C means, and is not supported", "leave it out where the function does not depend on it"}
}

// language is what stands behind -x.
func language(f *Flags, value string, g given) error {
	if value != "c" && value != "none" && value != "c-header" {
		return &UsageError{g.String(), "says that the file is not C", "only C files are taken"}
	}
	return nil
}

var kinds = []kind{
	{"-I", anyValue, to(func(f *Flags) *[]string { return &f.Include })},
	{"-iquote", anyValue, to(func(f *Flags) *[]string { return &f.Quote })},
	{"-isystem", anyValue, to(func(f *Flags) *[]string { return &f.System })},
	{"-idirafter", anyValue, to(func(f *Flags) *[]string { return &f.After })},
	{"-include", anyValue, to(func(f *Flags) *[]string { return &f.Files })},
	{"-D", anyValue, (*Flags).define},
	{"-U", anyValue, (*Flags).undefine},
	{"-nostdinc", noValue, func(f *Flags, _ string, _ given) error { f.NoStandard = true; return nil }},
	{"-x", anyValue, language},

	{"-O", joinedValue, asked}, {"-std=", joinedValue, asked}, {"-ansi", noValue, asked}, {"-pthread", noValue, asked}, {"-undef", noValue, asked},
	{"--sysroot=", joinedValue, asked}, {"--sysroot", separateValue, asked}, {"-isysroot", anyValue, asked},
	{"-march=", joinedValue, asked}, {"-mtune=", joinedValue, asked}, {"-mcpu=", joinedValue, asked}, {"-mfpu=", joinedValue, asked},
	{"-m", joinedValue, asked}, {"-fopenmp", joinedValue, asked}, {"-fopenacc", joinedValue, asked},
	{"-fPIC", noValue, asked}, {"-fpic", noValue, asked}, {"-fPIE", noValue, asked}, {"-fpie", noValue, asked},
	{"-fno-PIC", noValue, asked}, {"-fno-pic", noValue, asked}, {"-fno-PIE", noValue, asked}, {"-fno-pie", noValue, asked},
	{"-ffast-math", noValue, asked}, {"-fno-fast-math", noValue, asked}, {"-ffinite-math-only", noValue, asked}, {"-fno-finite-math-only", noValue, asked},
	{"-funsafe-math-optimizations", noValue, asked}, {"-fmath-errno", noValue, asked}, {"-fno-math-errno", noValue, asked},
	{"-frounding-math", noValue, asked}, {"-fsignaling-nans", noValue, asked}, {"-fsigned-zeros", noValue, asked}, {"-fno-signed-zeros", noValue, asked},
	{"-ftrapping-math", noValue, asked}, {"-fno-trapping-math", noValue, asked}, {"-fassociative-math", noValue, asked}, {"-freciprocal-math", noValue, asked},
	{"-fsanitize=", joinedValue, asked}, {"-fstack-protector", joinedValue, asked}, {"-fno-stack-protector", noValue, asked}, {"-fcf-protection", joinedValue, asked},
	{"-fno-inline", noValue, asked}, {"-fgnu89-inline", noValue, asked}, {"-ffreestanding", noValue, asked}, {"-fno-hosted", noValue, asked},
	{"-fexceptions", noValue, asked}, {"-fsigned-char", noValue, nil}, {"-fno-unsigned-char", noValue, nil},

	{"-m32", noValue, refused}, {"-mx32", noValue, refused}, {"-m16", noValue, refused}, {"-m64", noValue, nil}, {"-mabi=", joinedValue, refused},
	{"-mlong-double", joinedValue, refused}, {"-mms-bitfields", noValue, refused}, {"-malign-double", noValue, refused}, {"-mbig-endian", noValue, refused},
	{"-funsigned-char", noValue, refused}, {"-fno-signed-char", noValue, refused}, {"-fshort-enums", noValue, refused}, {"-fshort-wchar", noValue, refused},
	{"-fpack-struct", joinedValue, refused}, {"-fshort-double", noValue, refused}, {"-fsso-struct", joinedValue, refused}, {"-fpcc-struct-return", noValue, refused},
	{"-freg-struct-return", noValue, refused}, {"-finput-charset", joinedValue, refused}, {"-fexec-charset", joinedValue, refused},
	{"-traditional", joinedValue, refused}, {"-imacros", anyValue, refused}, {"-iprefix", anyValue, refused}, {"-iwithprefix", joinedValue, refused},
	{"--target=", joinedValue, refused}, {"-target", separateValue, refused}, {"-include-pch", separateValue, refused}, {"-fplan9-extensions", noValue, refused},

	// What stands behind these is no flag.
	{"-o", anyValue, nil}, {"-MF", anyValue, nil}, {"-MT", anyValue, nil}, {"-MQ", anyValue, nil}, {"-L", anyValue, nil}, {"-l", anyValue, nil},
	{"-Xlinker", separateValue, nil}, {"-Xassembler", separateValue, nil}, {"-Xpreprocessor", separateValue, refused}, {"-Xclang", separateValue, nil},
	{"-mllvm", separateValue, nil}, {"-T", anyValue, nil}, {"-u", anyValue, nil}, {"-z", anyValue, nil}, {"-e", separateValue, nil},
	{"-aux-info", separateValue, nil}, {"-dumpbase", separateValue, nil}, {"-dumpdir", separateValue, nil}, {"--param", separateValue, nil}, {"-arch", separateValue, nil},
	{"-MMD", noValue, nil}, {"-MD", noValue, nil},
}
