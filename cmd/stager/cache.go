package main

import (
	"context"
	"fmt"
	"os"

	"github.com/urfave/cli/v3"

	"scf/stager"
)

// The cache of stagings: where it is, and the command that looks at it.

// cacheVariable is the environment variable that says where the cache is: a directory, or off.
const cacheVariable = "SCF_CACHE"

// cacheOf is the cache of the environment; nil where there is none.
func cacheOf() *stager.Cache {
	dir := os.Getenv(cacheVariable)
	switch dir {
	case "off":
		return nil
	case "":
		var err error
		if dir, err = stager.DefaultCacheDir(); err != nil {
			return nil
		}
	}
	return stager.OpenCache(dir, 0)
}

func noCacheFlag() cli.Flag {
	return &cli.BoolFlag{Name: "no-cache", Usage: "do all of the work, whatever earlier stagings have done, and keep nothing of it", Local: true}
}

func (a *app) cacheCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "cache",
		Usage:     "tell where results of stagings are kept, and clear that",
		UsageText: "stager cache [-clear]",
		Description: `Staging keeps what it does, pass by pass, in a directory: scf in the user's directory for caches, or what
` + cacheVariable + ` says, where 'off' means none. A staging that gets the same again takes it from there, and prints and writes
the same. The directory holds at most ` + fmt.Sprint(stager.DefaultCacheBytes>>20) + ` MB; what has not been used for longest goes first.`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "clear", Usage: "remove all that is kept", Local: true}},
		Action: a.cache,
	})
}

func (a *app) cache(_ context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return &stager.UsageError{Msg: "stager cache takes no arguments", Hint: "usage: stager cache [-clear]"}
	}
	kept := cacheOf()
	if kept == nil {
		fmt.Fprintln(a.stdout, "no cache")
		return nil
	}
	if c.Bool("clear") {
		return kept.Clear()
	}
	results, bytes, err := kept.Size()
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "directory: %s\nresults: %d\nbytes: %d\n", kept.Dir(), results, bytes)
	return nil
}
