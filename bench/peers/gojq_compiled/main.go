// SPDX-License-Identifier: Apache-2.0

// gojq_compiled times gojq as a library: a compiled query over one parsed document.
//
// usage: gojq_compiled PROGRAM FILE...
//
// Prints one line for each file: {"file":…,"ns_per_op":…,"results":…}.  One operation starts the
// query and takes every result.  The figure is CPU time of the process, collector included: the least
// of five rounds, each of 100 ms or more.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/itchyny/gojq"
)

const (
	rounds    = 5
	roundTime = 100 * time.Millisecond
)

func main() {
	if len(os.Args) < 3 {
		fail(fmt.Errorf("usage: gojq_compiled PROGRAM FILE"))
	}
	query, err := gojq.Parse(os.Args[1])
	fail(err)
	code, err := gojq.Compile(query)
	fail(err)
	for _, file := range os.Args[2:] {
		text, err := os.ReadFile(file)
		fail(err)
		var document any
		fail(json.Unmarshal(text, &document))
		line, err := json.Marshal(map[string]any{
			"file": file, "ns_per_op": best(code, document), "results": once(code, document)})
		fail(err)
		fmt.Println(string(line))
	}
}

func best(code *gojq.Code, document any) float64 {
	least := 0.0
	for round := 0; round < rounds; round++ {
		start, operations, spent := used(), 0, time.Duration(0)
		for spent < roundTime {
			for i := 0; i < 100; i++ {
				once(code, document)
			}
			operations += 100
			spent = used() - start
		}
		each := float64(spent.Nanoseconds()) / float64(operations)
		if least == 0 || each < least {
			least = each
		}
	}
	return least
}

// used is the CPU time this process has taken; elapsed time would count what others do.
func used() time.Duration {
	var usage syscall.Rusage
	fail(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func once(code *gojq.Code, document any) int {
	results := 0
	for iter := code.Run(document); ; results++ {
		value, ok := iter.Next()
		if !ok {
			return results
		}
		if err, isError := value.(error); isError {
			fail(err)
		}
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gojq_compiled:", err)
		os.Exit(1)
	}
}
