// Command pace prints the nanoseconds of processor time a page: go run pace.go FILE. See benches/pace.rs.
package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"syscall"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

const rounds = 30

func main() {
	packed, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var fields [][]byte
	for len(packed) > 0 {
		end := 4 + binary.LittleEndian.Uint32(packed)
		fields = append(fields, packed[4:end])
		packed = packed[end:]
	}
	fastest := int64(math.MaxInt64)
	for round := 0; round < rounds; round++ {
		start := processorTime()
		for n := 0; n < len(fields); n += 3 {
			decoded, err := charsniff.Decode(fields[n+2], charsniff.ContentType(string(fields[n])))
			if err != nil || decoded.Text == "" {
				panic("no text")
			}
		}
		fastest = min(fastest, processorTime()-start)
	}
	fmt.Println(fastest * 3 / int64(len(fields)))
}

func processorTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
