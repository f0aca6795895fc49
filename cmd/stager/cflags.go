package main

import (
	"strings"

	"github.com/urfave/cli/v3"

	"scf/stager"
)

// The flags that say how the C file is compiled in its project. They are gcc's: -IDIR is -I DIR, and their order counts.

// compilationFlags are those of a command that reads a C file.
func (a *app) compilationFlags() []cli.Flag {
	flag := func(name, usage string) cli.Flag {
		return &cli.GenericFlag{Name: name, Usage: usage, Local: true, Value: &compilationFlag{name, &a.cflags}}
	}
	return []cli.Flag{
		flag("I", "look for included files in `DIR`, as C compilers do"),
		flag("isystem", "look for included files in `DIR` behind those of -I"),
		flag("D", "define a macro: `NAME`, or NAME=TEXT"),
		flag("U", "undefine the macro `NAME`"),
		flag("include", "include `FILE` before the text"),
		&cli.StringFlag{Name: "p", Usage: "take the flags of the C file from the compile_commands.json of `DIR`", Local: true},
	}
}

// compilationFlag is a flag that is collected, in order, with all others.
type compilationFlag struct {
	name string
	all  *[]string
}

func (f *compilationFlag) Set(value string) error {
	*f.all = append(*f.all, "-"+f.name, value)
	return nil
}
func (f *compilationFlag) String() string { return "" }
func (f *compilationFlag) Get() any       { return *f.all }

// compilation is what the flags say.
func (a *app) compilation(c *cli.Command) stager.CConfig {
	return stager.CConfig{Flags: a.cflags, Database: c.String("p")}
}

// isCompiled is the first flag about the compilation that is given; empty for none.
func isCompiled(c *cli.Command) string {
	for _, name := range []string{"I", "isystem", "D", "U", "include", "p"} {
		if c.IsSet(name) {
			return name
		}
	}
	return ""
}

// unglued is args with a space between such a flag and a value in the same word, as in -DN=3. What another flag takes as its value stays.
func unglued(root *cli.Command, args []string) []string {
	takes := map[string]bool{}
	for _, c := range append(root.Commands, root) {
		for _, f := range c.Flags {
			if _, isBool := f.(*cli.BoolFlag); !isBool {
				for _, name := range f.Names() {
					takes["-"+name], takes["--"+name] = true, true
				}
			}
		}
	}
	var out []string
	for i, arg := range args {
		if arg == "--" {
			return append(out, args[i:]...)
		}
		flag := gluedTo(arg)
		if flag == "" || i > 0 && takes[args[i-1]] {
			out = append(out, arg)
			continue
		}
		out = append(out, flag, arg[len(flag):])
	}
	return out
}

// gluedTo is the flag that begins the word, with its value behind it; empty for none.
func gluedTo(arg string) string {
	for _, flag := range []string{"-I", "-D", "-U", "-isystem"} {
		if value, ok := strings.CutPrefix(arg, flag); ok && value != "" && value[0] != '=' {
			return flag
		}
	}
	if n, ok := strings.CutPrefix(arg, "-j"); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		return "-j"
	}
	return ""
}
