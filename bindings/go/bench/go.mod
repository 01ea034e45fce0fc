module github.com/charsniff/charsniff/bindings/go/bench

go 1.23.0

require (
	github.com/charsniff/charsniff/bindings/go v0.0.0
	github.com/gogs/chardet v0.0.0-20211120154057-b7413eaefb8f
	github.com/saintfish/chardet v0.0.0-20230101081208-5e3ef4b5456d
	golang.org/x/net v0.43.0
	golang.org/x/text v0.28.0
)

require github.com/tetratelabs/wazero v1.10.1 // indirect

replace github.com/charsniff/charsniff/bindings/go => ../
