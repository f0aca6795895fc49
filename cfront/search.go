package cfront

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/internal/diag"
)

// This file says where included files are looked for, in gcc's order, and where one may be that was not found:
//
//	"x.h"   beside the file that includes it, -iquote, then as <x.h>
//	<x.h>   -I, CPATH, -isystem, C_INCLUDE_PATH, the compiler's own directories, -idirafter
//
// A directory among the system's counts there alone, wherever -I or -iquote has it, too.

// host is what the installed compiler says about itself with the flags that its macros depend on.
type host struct {
	config *cc.Config
	system []string // its own directories
}

// needsHost reports whether the text is read with what the installed compiler says.
func (p *parser) needsHost() bool {
	f := p.options.Flags
	return includes.Match(p.src) || len(f.Files) > 0 || len(f.Asked) > 0
}

// askHost asks the installed compiler, unless it has been. Without one, and with no flag that only it understands, the predefined macros
// are those that stand here, and there are no directories of the system.
func (p *parser) askHost(goos, arch string) error {
	if p.options.host != nil {
		return nil
	}
	asked := p.options.Flags.Asked
	config, err := cc.NewConfig(goos, arch, asked...)
	switch {
	case err == nil:
		p.options.host = &host{config, omitting(config.HostSysIncludePaths, slices.Concat(fromEnvironment("CPATH"), fromEnvironment("C_INCLUDE_PATH")))}
	case len(asked) > 0:
		return diag.Errorf(diag.Pos{File: p.name}, "only a C compiler knows what macros %s defines, and none is installed", strings.Join(asked, " ")).
			WithHint("install gcc or clang, or set CC; or give macros alone, with -D")
	default:
		p.options.host = &host{config: &cc.Config{Predefined: predefined(p.abi, goos, arch)}}
	}
	return nil
}

// fromEnvironment are the directories that a variable lists, an empty one of which is the working directory.
func fromEnvironment(variable string) []string {
	list := os.Getenv(variable)
	if list == "" {
		return nil
	}
	return cleaned(filepath.SplitList(list))
}

func cleaned(dirs []string) (out []string) {
	for _, dir := range dirs {
		out = append(out, filepath.Clean(dir))
	}
	return out
}

// omitting are the directories that others are not.
func omitting(dirs, others []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { return slices.Contains(others, dir) })
}

// once are the directories in order, each where it stands first: #include_next goes on behind that.
func once(dirs []string) (out []string) {
	for _, dir := range dirs {
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}

// setPaths sets where included files are looked for.
func (p *parser) setPaths(cfg *cc.Config, h *host) {
	f := p.options.Flags
	p.system = slices.Concat(cleaned(f.System), fromEnvironment("C_INCLUDE_PATH"))
	if !f.NoStandard {
		p.system = append(p.system, h.system...)
	}
	p.system = once(append(p.system, cleaned(f.After)...))
	angle := omitting(once(slices.Concat(cleaned(f.Include), fromEnvironment("CPATH"))), p.system)
	cfg.SysIncludePaths = slices.Concat(angle, p.system, []string{"/"}) // at last for absolute paths, which cc joins with each
	cfg.IncludePaths = slices.Concat([]string{"", dir(p.name)}, omitting(cleaned(f.Quote), p.system), h.config.HostIncludePaths, cfg.SysIncludePaths)
}

// included are the files of -include as sources.
func (p *parser) included(cfg *cc.Config) (out []cc.Source, err error) {
	taken := map[string]bool{p.name: true}
	for _, name := range p.options.Flags.Files {
		path, text, err := p.find(name, slices.Concat([]string{"."}, cfg.IncludePaths[2:]))
		if err != nil {
			return nil, err
		}
		for taken[path] { // cc wants every source to have a name of its own
			path = filepath.Dir(path) + "/./" + filepath.Base(path)
		}
		taken[path] = true
		out = append(out, cc.Source{Name: path, Value: append(slices.Clone(text), '\n')})
	}
	return out, nil
}

// find looks for a file of -include.
func (p *parser) find(name string, dirs []string) (path string, text []byte, err error) {
	if filepath.IsAbs(name) {
		dirs = []string{"/"}
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		if text, err := p.headers.text(path); err == nil {
			return path, text, nil
		}
	}
	if why := p.headers.why(name); why != "" {
		return "", nil, diag.Errorf(diag.Pos{File: p.name}, "the file %s of -include cannot be included: %s", name, why)
	}
	return "", nil, diag.Errorf(diag.Pos{File: p.name}, "the file %s of -include is not there", name).WithHint("%s", p.advice(name, p.name))
}

// notFound says of an inclusion, with its quotes, what it lacks and what would help.
func (p *parser) notFound(at diag.Pos, name string) *diag.Error {
	if why := p.headers.why(name); why != "" {
		return diag.Errorf(at, "%s cannot be included: %s", name, why)
	}
	if filepath.IsAbs(strings.Trim(name, `"<>`)) {
		return diag.Errorf(at, "include file not found: %s", name).WithHint("the path is absolute: no -I changes where the file is")
	}
	return diag.Errorf(at, "include file not found: %s", name).WithHint("%s", p.advice(strings.Trim(name, `"<>`), at.File))
}

// advice says what would find the file that from includes.
func (p *parser) advice(name, from string) string {
	if found := p.nearby(name, from); found != "" {
		perhaps := ""
		if rel, err := filepath.Rel(filepath.Join(dir(p.name), ".."), found); err != nil || strings.HasPrefix(rel, "..") {
			perhaps = ", and perhaps the one that is meant"
		}
		return fmt.Sprintf("%s is there%s: -I %s finds it", filepath.Join(found, name), perhaps, found)
	}
	if h := p.options.host; h == nil || len(h.system) == 0 && !p.options.Flags.NoStandard {
		return "headers of the system need an installed C compiler, which knows where they are: install gcc or clang, or set CC; name others with -I DIR"
	}
	return "name the directory that has it with -I DIR, or have -p DIR take the flags from compile_commands.json"
}

// nearbyEntries bounds the search for a file that was not found, in entries of directories, nearbyDepth its depth.
const (
	nearbyEntries = 10_000
	nearbyDepth   = 6
)

// nearby is a directory in which the file name is: below that of the file which includes it, of the file itself, or of one of the three above
// them within the repository; or else below the system's. It is empty for none.
func (p *parser) nearby(name, from string) string {
	name = filepath.Clean(name)
	if filepath.IsAbs(name) || name == "." {
		return ""
	}
	left := nearbyEntries
	seen := map[string]bool{}
	for _, at := range []string{dir(from), dir(p.name)} {
		for range 4 {
			if found := p.below(at, name, &left, seen); found != "" {
				return found
			}
			if p.isTop(at) {
				break
			}
			at = filepath.Join(at, "..")
		}
	}
	left = nearbyEntries
	for _, at := range p.system {
		if found := p.below(at, name, &left, seen); found != "" {
			return found
		}
	}
	return ""
}

// isTop reports whether what lies above a directory is no part of the program: it is that of a repository, or the first one.
func (p *parser) isTop(dir string) bool {
	if _, err := p.stat(filepath.Join(dir, ".git")); err == nil || p.options.FS != nil && dir == "." {
		return true
	}
	abs, err := filepath.Abs(filepath.Join(dir, ".."))
	return err != nil || abs == filepath.Dir(abs)
}

// below is the directory below at, or at itself, in which the file name is, the nearest one in the order of their names.
func (p *parser) below(at, name string, left *int, seen map[string]bool) string {
	level := []string{at}
	for depth := 0; depth <= nearbyDepth && len(level) > 0; depth++ {
		var next []string
		for _, dir := range level {
			if seen[dir] {
				continue
			}
			seen[dir] = true
			if info, err := p.stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return dir
			}
			entries, err := p.entries(dir)
			if *left -= len(entries) + 1; err != nil || *left < 0 {
				continue
			}
			for _, e := range entries {
				if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
					next = append(next, filepath.Join(dir, e.Name()))
				}
			}
		}
		level = next
	}
	return ""
}

func (p *parser) stat(path string) (fs.FileInfo, error) {
	if p.options.FS == nil || filepath.IsAbs(path) {
		return os.Stat(path)
	}
	return fs.Stat(p.options.FS, filepath.ToSlash(path))
}

func (p *parser) entries(dir string) ([]fs.DirEntry, error) {
	if p.options.FS == nil || filepath.IsAbs(dir) {
		return os.ReadDir(dir)
	}
	return fs.ReadDir(p.options.FS, filepath.ToSlash(dir))
}
