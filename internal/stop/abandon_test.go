package stop_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"scf/internal/stop"
)

func TestAbandon(t *testing.T) {
	if n, err := stop.Abandon(t.Context(), func() (int, error) { return 3, nil }); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun, end := make(chan bool), make(chan bool)
	defer close(end)
	go func() { <-begun; cancel() }()
	_, err := stop.Abandon(ctx, func() (int, error) { close(begun); <-end; return 0, nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAbandonPanics(t *testing.T) {
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "a bug\n") || !strings.Contains(text, "TestAbandonPanics") {
			t.Errorf("the panic says %q", text)
		}
	}()
	stop.Abandon(t.Context(), func() (int, error) { panic("a bug") })
	t.Error("there is no panic")
}
