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
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/tools/txtar"

	"scf/eval"
)

//go:embed kernels/*.txtar
var kernelFiles embed.FS

// kernel is a function of a source package with something to specialise it for, and a driver that calls it on data.
type kernel struct {
	name    string
	source  source   // its package
	file    string   // the C file, in the package's folder
	args    []string // of the stager, from the folder: the C compiler's flags, the function, what is known of parameters
	prepare string   // a shell script that makes in the package's folder what configuring would make; it may run again
	driver  []byte
	outcome error // why there is no result
	result  eval.Result
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
	f.DurationVar(&r.limit, "limit", time.Minute, "how long staging may take")
	f.DurationVar(&r.budget, "time", time.Second, "the budget of time for measuring a kernel")
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
		fmt.Fprintln(os.Stderr, k.row("  "))
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
			k.args = append(k.args, strings.Fields(value)...)
		case "func", "abstract", "value", "inline", "inline-size":
			k.args = append(k.args, "--"+key, value)
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

// measure stages the kernel, optimises it and runs its driver, by the command that a user would give.
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
	driver := filepath.Join(r.keep, "driver.c")
	if err := os.WriteFile(driver, k.driver, 0o600); err != nil {
		return err
	}
	// Measuring takes its own time, and staging is repeated for a median.
	ctx, cancel := context.WithTimeout(ctx, 4*r.limit+20*r.budget)
	defer cancel()
	args := append([]string{"eval", k.file, "-q", "-json", "-", "-limit", r.limit.String(), "-time", r.budget.String(), "-driver", driver,
		"-cflags", kernelFlags}, k.args...)
	cmd := exec.CommandContext(ctx, r.stager, args...)
	cmd.Dir = folder
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	var report eval.Report
	if json.Unmarshal(out, &report) != nil || len(report.Results) != 1 {
		return fmt.Errorf("%w: %s", cmp.Or(err, errors.New("no report")), strings.TrimSpace(messages.String()))
	}
	k.result = report.Results[0]
	if len(k.result.Late) == 0 {
		return errors.New(k.result.Error)
	}
	if late := k.result.Late[0]; late.Error != "" || late.Kernel == nil {
		return errors.New(cmp.Or(late.Error, k.result.Error, "its driver was not run"))
	}
	return nil
}

// kernelFlags are the C compiler's. What else is in the file may need other files of the package: it is left out where the driver does not come to it.
const kernelFlags = "-O2 -fwrapv -ffunction-sections -fdata-sections -Wl,--gc-sections"

// row is a line of the table; of a kernel without a result, the first line of the reason.
func (k *kernel) row(separator string) string {
	cells := []string{k.source.name, k.name}
	if k.outcome != nil {
		reason, _, _ := strings.Cut(k.outcome.Error(), "\n")
		return strings.Join(append(cells, reason), separator)
	}
	staging, late := k.result.Staging, k.result.Late[0]
	return strings.Join(append(cells, staging.Time.Median.Round(time.Millisecond).String(), fmt.Sprint(staging.Residual.Nodes),
		late.Staged.Time.Median.Round(time.Microsecond).String(), fmt.Sprintf("%.1f", k.result.Ratio),
		fmt.Sprintf("%.2f", late.Kernel.Ratio), fmt.Sprintf("%.2f to %.2f", late.Kernel.Low, late.Kernel.High), k.kept()), separator)
}

// kept says which function stager run -measure prints.
func (k *kernel) kept() string {
	if k.result.Late[0].Kernel.Faster() {
		return "optimised"
	}
	return "original"
}

// reportKernels prints the tables: kernels with results, then those without. It says how many work, become faster, become slower.
func reportKernels(ran []*kernel, file string) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tkernel\tstaging\tnodes\tlate\tratio\tspeed\tbounds\tkept")
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
		fmt.Fprintln(w, k.row("\t"))
		work++
		switch speed := k.result.Late[0].Kernel; {
		case speed.Ratio >= 1.2:
			faster++
		case speed.Slower():
			slower++
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, k := range without {
		fmt.Println(k.row("  "))
	}
	fmt.Printf("\n%d kernels of %d packages: %d work, %d become 1.2 times as fast or more, %d slower\n", len(ran), len(packages), work, faster, slower)
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
	Package string      `json:"package"`
	Error   string      `json:"error,omitempty"`
	Result  eval.Result `json:"result"`
}
