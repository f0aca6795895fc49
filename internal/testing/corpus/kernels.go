package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"scf/eval"
	"scf/stager"
)

//go:embed kernels/*.txtar
var kernelFiles embed.FS

// kernel is a function of a source package with something to specialise it for, and a driver that calls it on data.
type kernel struct {
	name     string
	function string
	source   source   // its package
	file     string   // the C file, in the package's folder
	flags    []string // the C compiler's
	how      []string // what else staging is told: the function, what is inlined
	abstract []string // what is known early: NAME=TEXT
	value    []string // what is known late
	prepare  string   // a shell script that makes in the package's folder what configuring would make; it may run again
	driver   []byte
	outcome  error // why there is no result
	result   measured
}

// measured is what became of a kernel.
type measured struct {
	Staging time.Duration `json:"staging"` // processor time of the command that stages
	Late    time.Duration `json:"late"`    // median of running what is staged
	Speed   eval.Spread   `json:"speed"`   // how many times as fast as the original the function is
}

// kernelRun is a run of the command kernels.
type kernelRun struct {
	archive
	stager string // the command
	limit  time.Duration
	budget time.Duration
	keep   string
}

// kernels stages functions of packages for constants, each by one command, and measures them.
func kernels(ctx context.Context, args []string) error {
	r := &kernelRun{}
	var only, file string
	f := flag.NewFlagSet("kernels", flag.ExitOnError)
	r.archive.flags(f)
	f.StringVar(&only, "run", "", "only the kernels whose names match this regular expression")
	f.DurationVar(&r.limit, "limit", 3*time.Minute, "how long staging may take")
	f.DurationVar(&r.budget, "time", 2*time.Second, "the budget of time for measuring a kernel")
	f.StringVar(&file, "json", "", "a file for the results")
	if err := f.Parse(args); err != nil {
		return err
	}
	chosen, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if err := r.begin(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "kernels")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r.stager, r.keep = filepath.Join(dir, "stager"), dir
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", r.stager, "scf/cmd/stager").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	all, err := kernelTable()
	if err != nil {
		return err
	}
	var ran []*kernel
	for _, k := range all {
		if !chosen.MatchString(k.name) || ctx.Err() != nil {
			continue
		}
		k.outcome = r.measure(ctx, k)
		fmt.Fprintln(os.Stderr, strings.Join(k.row(), "  "))
		if k.outcome != nil {
			fmt.Fprintln(os.Stderr, k.outcome)
		}
		ran = append(ran, k)
	}
	return reportKernels(ran, file)
}

// kernelTable reads all kernels.
func kernelTable() ([]*kernel, error) {
	entries, err := kernelFiles.ReadDir("kernels")
	if err != nil {
		return nil, err
	}
	var all []*kernel
	for _, e := range entries {
		text, err := kernelFiles.ReadFile(path.Join("kernels", e.Name()))
		if err != nil {
			return nil, err
		}
		k, err := parseKernel(strings.TrimSuffix(e.Name(), ".txtar"), text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		all = append(all, k)
	}
	return all, nil
}

// parseKernel reads the text of a kernel: a description, an empty line, lines KEY: TEXT, and the file driver.c. A line that begins with
// white space continues the one before.
func parseKernel(name string, text []byte) (*kernel, error) {
	archive := txtar.Parse(text)
	if len(archive.Files) != 1 || archive.Files[0].Name != "driver.c" {
		return nil, errors.New("a kernel has one file, driver.c")
	}
	k := &kernel{name: name, driver: archive.Files[0].Data}
	_, head, _ := strings.Cut(string(archive.Comment), "\n\n")
	head = continued.ReplaceAllString(head, " ")
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch key {
		case "":
		case "package":
			k.source = packageNamed(value)
		case "file":
			k.file = value
		case "prepare":
			k.prepare = value
		case "flags":
			k.flags = append(k.flags, strings.Fields(value)...)
		case "func":
			k.function = value
			k.how = append(k.how, "--func="+value)
		case "inline", "inline-size":
			k.how = append(k.how, "--"+key+"="+value)
		case "abstract":
			k.abstract = append(k.abstract, "--abstract="+value)
		case "value":
			k.value = append(k.value, "--value="+value)
		default:
			return nil, fmt.Errorf("no such key: %s", key)
		}
	}
	if k.source.name == "" || k.file == "" {
		return nil, errors.New("a kernel needs a package and a file")
	}
	return k, nil
}

var continued = regexp.MustCompile(`\n[ \t]+`)

// packageNamed is a package of the table, or one that is only read.
func packageNamed(name string) source {
	for _, s := range sources {
		if s.name == name {
			return s
		}
	}
	return source{name: name}
}

// measure stages the kernel, optimises it and runs its driver, by the commands that a user would give.
func (r *kernelRun) measure(ctx context.Context, k *kernel) error {
	folder, err := r.folder(ctx, k.source)
	if err != nil {
		return err
	}
	if k.prepare != "" {
		cmd := exec.CommandContext(ctx, "sh", "-c", k.prepare)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("prepare: %w: %s", err, out)
		}
	}
	driver, staged := filepath.Join(r.keep, "driver.c"), filepath.Join(r.keep, k.name+".staged")
	if err := os.WriteFile(driver, k.driver, 0o600); err != nil {
		return err
	}
	inner, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	stage := slices.Concat([]string{k.file}, k.flags, k.how, k.abstract, []string{"-o", staged, "-no-cache"})
	if _, _, k.result.Staging, err = r.run(inner, folder, stage...); err != nil {
		if inner.Err() != nil {
			return fmt.Errorf("staging takes longer than %v", r.limit)
		}
		return err
	}
	once := slices.Concat([]string{"run", k.file, "-q"}, k.flags, k.how, k.value)
	unstaged, _, _, err := r.run(ctx, folder, once...)
	if err != nil {
		return err
	}
	text, err := k.runLate(ctx, staged)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, unstaged) {
		return errors.New("the staged passes give another function than the passes")
	}
	measuring := slices.Concat(once, []string{"-measure", "-driver", driver, "-time", r.budget.String(), "-cflags", kernelFlags})
	_, messages, _, err := r.run(ctx, folder, measuring...)
	if err != nil {
		return err
	}
	speed := speeds.FindStringSubmatch(messages)
	if speed == nil {
		return fmt.Errorf("its driver was not run: %s", messages)
	}
	for i, to := range []*float64{&k.result.Speed.Ratio, &k.result.Speed.Low, &k.result.Speed.High} {
		if *to, err = strconv.ParseFloat(speed[i+1], 64); err != nil {
			return err
		}
	}
	return nil
}

var speeds = regexp.MustCompile(`([\d.]+) \(([\d.]+) to ([\d.]+)\) times as fast`)

// run runs the stager's command in a folder: what it prints, on standard error too, and the processor time that it takes.
func (r *kernelRun) run(ctx context.Context, folder string, args ...string) (out []byte, messages string, took time.Duration, err error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, r.stager, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &stdout, &stderr
	if err = cmd.Run(); err != nil {
		return nil, "", 0, fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), stderr.String(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// runLate runs what was staged with the late values, as often as a median needs: the C file with the optimised function.
func (k *kernel) runLate(ctx context.Context, dir string) ([]byte, error) {
	staged, err := stager.Open(ctx, dir, stager.Limits{})
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, v := range k.value {
		name, text, _ := strings.Cut(strings.TrimPrefix(v, "--value="), "=")
		texts[name] = text
	}
	late, err := staged.Function.ParseLate(texts)
	if err != nil {
		return nil, err
	}
	if late, err = staged.Complete(late); err != nil {
		return nil, err
	}
	var result *stager.Result
	var times []time.Duration
	for range 15 {
		start := time.Now()
		if result, err = staged.Run(ctx, late); err != nil {
			return nil, err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	k.result.Late = times[len(times)/2]
	return result.C(stager.Output{})
}

// kernelFlags are the C compiler's. What else is in the file may need other files of the package: it is left out, and may be missing, where the driver does not come to it.
const kernelFlags = "-O2 -fwrapv -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--unresolved-symbols=ignore-all -no-pie"

// row is a line of the table; of a kernel without a result, the first line of the reason.
func (k *kernel) row() []string {
	cells := []string{k.name, k.function}
	if k.outcome != nil {
		reason, _, _ := strings.Cut(k.outcome.Error(), "\n")
		return append(cells, reason)
	}
	r := k.result
	return append(cells, fmt.Sprintf("%.2f s", r.Staging.Seconds()), r.Late.Round(time.Microsecond).String(), fmt.Sprintf("%.2f", r.Speed.Ratio),
		fmt.Sprintf("%.2f to %.2f", r.Speed.Low, r.Speed.High), k.kept())
}

// kept says which function stager run -measure prints.
func (k *kernel) kept() string {
	if k.result.Speed.Faster() {
		return "optimised"
	}
	return "original"
}

// reportKernels prints the table in Markdown: kernels with results, then those without. It says how many work, become faster, become slower.
func reportKernels(ran []*kernel, file string) error {
	fmt.Print("| kernel | function | staging | late | times as fast | bounds | printed |\n|---|---|---|---|---|---|---|\n")
	work, faster, slower := 0, 0, 0
	packages := map[string]bool{}
	results := map[string]kernelRecord{}
	var without []*kernel
	for _, k := range ran {
		packages[k.source.name] = true
		results[k.name] = kernelRecord{k.source.name, fmt.Sprint(cmp.Or(k.outcome, errors.New(""))), k.result}
		if k.outcome != nil {
			without = append(without, k)
			continue
		}
		fmt.Printf("| %s |\n", strings.Join(k.row(), " | "))
		work++
		switch speed := k.result.Speed; {
		case speed.Ratio >= 1.2 && speed.Faster():
			faster++
		case speed.Slower():
			slower++
		}
	}
	for _, k := range without {
		fmt.Printf("| %s | | | | |\n", strings.Join(k.row(), " | "))
	}
	fmt.Printf("\n%d functions of %d packages: %d work, %d become 1.2 times as fast or more, %d slower\n", len(ran), len(packages), work, faster, slower)
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(results, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o600)
}

// kernelRecord is a kernel as JSON.
type kernelRecord struct {
	Package string   `json:"package"`
	Error   string   `json:"error,omitempty"`
	Result  measured `json:"result"`
}
