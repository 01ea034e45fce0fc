module github.com/charsniff/charsniff/bindings/go

go 1.23.0

require (
	github.com/tetratelabs/wazero v1.10.1
	golang.org/x/text v0.28.0
)
