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

// sources are packages of many kinds: compressors, an interpreter, parsers, number theory, pictures.
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
}
