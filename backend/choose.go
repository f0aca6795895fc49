package backend

import (
	"errors"
	"fmt"
	"strings"
)

// Choose is the back end called name, or the first of the list that is available where name is empty. The error says of each that could have been
// meant why it is not available.
func Choose(name string, list ...Backend) (Backend, error) {
	var why []error
	for _, b := range list {
		if name != "" && b.Name() != name {
			continue
		}
		err := b.Available()
		if err == nil {
			return b, nil
		}
		why = append(why, fmt.Errorf("the back end %s is not available: %w", b.Name(), err))
	}
	if len(why) > 0 {
		return nil, errors.Join(why...)
	}
	return nil, fmt.Errorf("there is no back end %s: choose one of %s", name, strings.Join(Names(list...), ", "))
}

// Names are the names of the back ends.
func Names(list ...Backend) []string {
	names := make([]string, len(list))
	for i, b := range list {
		names[i] = b.Name()
	}
	return names
}
