package stager

import (
	"fmt"
	"strings"
)

// What files, tables and messages call things.

// extension is what the names of SCF-ML files end in.
const extension = ".scf-ml"

// composedName is what file names and tables call the composed program.
const composedName = "composed"

// composedTitle is what messages call it.
const composedTitle = "the composed program"

// manifestName is the manifest's name in its directory.
const manifestName = "stage.json"

// unitFile is the file of a staged directory with what the function needs to run.
const unitFile = "unit.image"

// passFile is the name of the file with the source of a user's own pass at position i of its pipeline.
func passFile(i int, name string) string { return fmt.Sprintf("%d-%s%s", i+1, name, extension) }

// stagedFile is the name of the staged program of the pass at position i of its pipeline.
func stagedFile(i int, name string) string {
	return fmt.Sprintf("%d-%s.staged%s", i+1, name, extension)
}

// reportsFile is the name of the file with the function reports of the pass at position i of its pipeline.
func reportsFile(i int, name string) string {
	return fmt.Sprintf("%d-%s.reports%s", i+1, name, extension)
}

// imageFile is the name of the image of a program in that file.
func imageFile(name string) string { return strings.TrimSuffix(name, extension) + ".image" }

// composedFile is the name of the composed program's file.
const composedFile = composedName + ".staged" + extension
