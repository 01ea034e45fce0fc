package charsniff

import (
	"encoding/binary"
	"runtime"
)

// The results of functions: charsniff_result.
const (
	resultInputEmpty = iota
	resultOutputFull
	resultMalformed
	resultUnmappable
	resultNotUTF8
)

// How much is passed at a time, in bytes, to a stream or a coder.
const chunkSize = 32 << 10

// resident is an object of the module that lives from call to call, in one instance.
type resident struct {
	i      *instance
	handle uint64
	free   function
}

// settle makes the object in the instance, which the caller holds.
func (r *resident) settle(i *instance, free function, handle uint64, err error) error {
	if err == nil && handle == 0 {
		err = errBroken
	}
	if err != nil {
		return err
	}
	r.i, r.handle, r.free = i, handle, free
	i.live++
	runtime.SetFinalizer(r, (*resident).leave)
	return nil
}

// enter locks the instance of the object.
func (r *resident) enter() *instance {
	r.i.mu.Lock()
	return r.i
}

// leave frees the object. It does nothing the second time.
func (r *resident) leave() {
	if r.i == nil {
		return
	}
	i := r.enter()
	_, _ = i.call(r.free, r.handle)
	i.live--
	r.i = nil
	runtime.SetFinalizer(r, nil)
	i.release()
}

// progress is charsniff_progress.
type progress struct {
	result, read, written int
	hadErrors             bool
	malformedLength       int
	malformedAfter        int
	unmappable            rune
}

func (i *instance) progress() progress {
	fields := i.view(i.result, 20)
	if len(fields) < 20 {
		return progress{result: -1}
	}
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(fields[at:])) }
	return progress{
		u32(0), u32(4), u32(8), fields[12] != 0, int(fields[13]), int(fields[14]), rune(u32(16)),
	}
}

// convert lets a coder read src, of at most [chunkSize] bytes, and write at most room bytes to the room for output.
func (i *instance) convert(fn function, coder uint64, src []byte, room int, last bool) (progress, error) {
	if err := i.reserve(&i.out, room); err != nil {
		return progress{}, err
	}
	if err := i.pass(src); err != nil {
		return progress{}, err
	}
	_, err := i.call(fn, uint64(i.result), coder, uint64(i.in.pointer), uint64(len(src)), uint64(i.out.pointer), uint64(room), flag(last))
	return i.progress(), err
}
