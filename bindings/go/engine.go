package charsniff

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// The library as WebAssembly. The command makes it:
//
//go:generate ../wasm/build.sh --simd charsniff.wasm
//go:embed charsniff.wasm
var module []byte

const (
	// An instance that has grown past this, in bytes, is not used again.
	retiredSize = 64 << 20
	// How much of an input is looked at, in bytes.
	maxInput = 512 << 20
	// How many contexts an instance keeps.
	keptContexts = 64
)

// The functions of the module that are called.
type function int

const (
	fnMalloc function = iota
	fnFree
	fnContextNew
	fnContextForTextDecoder
	fnContextFree
	fnContextOf
	fnKindForHeaders
	fnExtractMimeType
	fnSniff
	fnSniffStart
	fnDecode
	fnTryDecode
	fnExplain
	fnExplanationJSON
	fnExplanationFree
	fnStringFree
	fnDetect
	fnContent
	fnLabel
	fnStreamNew
	fnStreamPush
	fnStreamDecide
	fnStreamFinish
	fnStreamChange
	fnStreamSniffed
	fnStreamHadErrors
	fnStreamError
	fnStreamFree
	fnDecoderNew
	fnDecoderNewBOM
	fnDecoderToUTF8
	fnDecoderToUTF8Fatal
	fnDecoderFree
	fnEncoderNew
	fnEncoderFromUTF8
	fnEncoderFromUTF8Fatal
	fnEncoderFree
	functionCount
)

var exports = [functionCount]string{
	fnMalloc:                "malloc",
	fnFree:                  "free",
	fnContextNew:            "charsniff_context_new",
	fnContextForTextDecoder: "charsniff_context_for_text_decoder",
	fnContextFree:           "charsniff_context_free",
	fnContextOf:             "charsniff_context_of",
	fnKindForHeaders:        "charsniff_kind_for_headers",
	fnExtractMimeType:       "charsniff_extract_mime_type",
	fnSniff:                 "charsniff_sniff",
	fnSniffStart:            "charsniff_sniff_start",
	fnDecode:                "charsniff_decode",
	fnTryDecode:             "charsniff_try_decode",
	fnExplain:               "charsniff_explain",
	fnExplanationJSON:       "charsniff_explanation_json",
	fnExplanationFree:       "charsniff_explanation_free",
	fnStringFree:            "charsniff_string_free",
	fnDetect:                "charsniff_detect",
	fnContent:               "charsniff_content_of",
	fnLabel:                 "charsniff_encoding_for_label",
	fnStreamNew:             "charsniff_stream_new",
	fnStreamPush:            "charsniff_stream_push",
	fnStreamDecide:          "charsniff_stream_decide",
	fnStreamFinish:          "charsniff_stream_finish",
	fnStreamChange:          "charsniff_stream_change_the_encoding",
	fnStreamSniffed:         "charsniff_stream_sniffed",
	fnStreamHadErrors:       "charsniff_stream_had_errors",
	fnStreamError:           "charsniff_stream_error",
	fnStreamFree:            "charsniff_stream_free",
	fnDecoderNew:            "charsniff_decoder_new_without_bom_handling",
	fnDecoderNewBOM:         "charsniff_decoder_new_with_bom_removal",
	fnDecoderToUTF8:         "charsniff_decoder_to_utf8",
	fnDecoderToUTF8Fatal:    "charsniff_decoder_to_utf8_without_replacement",
	fnDecoderFree:           "charsniff_decoder_free",
	fnEncoderNew:            "charsniff_encoder_new",
	fnEncoderFromUTF8:       "charsniff_encoder_from_utf8",
	fnEncoderFromUTF8Fatal:  "charsniff_encoder_from_utf8_without_replacement",
	fnEncoderFree:           "charsniff_encoder_free",
}

// instance is one copy of the library with memory of its own. Whoever uses it holds mu.
type instance struct {
	mu     sync.Mutex
	module api.Module
	memory api.Memory
	fns    [functionCount]api.Function
	stack  [8]uint64
	// Room for results, in the instance's memory.
	result                    uint32
	in, out, strings, headers room
	// The handles of contexts.
	contexts map[contextKey]uint32
	// How many streams and coders live here.
	live int
	// Whether no new work comes here: it has grown too large, or there was a trap.
	retired, broken bool
}

// room is memory of an instance that is kept from call to call.
type room struct{ pointer, size uint32 }

// resultSize is as much as the largest struct that a function fills.
const resultSize = 128

var engine struct {
	once     sync.Once
	err      error
	ctx      context.Context
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	slots    []atomic.Pointer[instance]
	next     atomic.Uint32
}

// Load compiles the library, which the first call of any other function does otherwise. It takes a fraction of a
// second, once a process; later calls return at once.
//
// An error means that this platform cannot run WebAssembly. Every other function then returns it too.
func Load() error {
	engine.once.Do(func() {
		engine.ctx = experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
		engine.slots = make([]atomic.Pointer[instance], runtime.GOMAXPROCS(0))
		if engine.err = compile(wazero.NewRuntimeConfig()); engine.err != nil {
			engine.err = compile(wazero.NewRuntimeConfigInterpreter())
		}
	})
	return engine.err
}

func compile(config wazero.RuntimeConfig) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("charsniff: WebAssembly: %v", fault)
		}
	}()
	engine.runtime = wazero.NewRuntimeWithConfig(engine.ctx, config.WithDebugInfoEnabled(false))
	engine.compiled, err = engine.runtime.CompileModule(engine.ctx, module)
	if err != nil {
		return fmt.Errorf("charsniff: WebAssembly: %w", err)
	}
	first, err := newInstance()
	if err == nil {
		engine.slots[0].Store(first)
	}
	return err
}

func newInstance() (*instance, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	made, err := engine.runtime.InstantiateModule(engine.ctx, engine.compiled, config)
	if err != nil {
		return nil, fmt.Errorf("charsniff: WebAssembly: %w", err)
	}
	i := &instance{module: made, memory: made.Memory(), contexts: make(map[contextKey]uint32)}
	for fn, name := range exports {
		if i.fns[fn] = made.ExportedFunction(name); i.fns[fn] == nil {
			return nil, fmt.Errorf("charsniff: WebAssembly: no function %s", name)
		}
	}
	if i.result, err = i.malloc(resultSize); err != nil {
		return nil, err
	}
	return i, nil
}

// acquire returns an instance that nobody else uses until it is released.
func acquire() (*instance, error) {
	if err := Load(); err != nil {
		return nil, err
	}
	first := int(engine.next.Add(1)) % len(engine.slots)
	for {
		// One that is free, rather than one that is yet to be made.
		for n := range engine.slots {
			i := engine.slots[(first+n)%len(engine.slots)].Load()
			if i != nil && i.mu.TryLock() {
				if !i.retired {
					return i, nil
				}
				i.mu.Unlock()
			}
		}
		slot := &engine.slots[first]
		i := slot.Load()
		if i == nil {
			made, err := newInstance()
			if err != nil {
				return nil, err
			}
			made.mu.Lock()
			if slot.CompareAndSwap(nil, made) {
				return made, nil
			}
			made.close()
			continue
		}
		i.mu.Lock()
		if !i.retired {
			return i, nil
		}
		i.mu.Unlock()
	}
}

// release ends the use of an instance, and its life where that is over.
func (i *instance) release() {
	if i.broken || i.memory.Size() > retiredSize {
		i.retire()
	}
	if i.retired && i.live == 0 {
		i.close()
	}
	i.mu.Unlock()
}

func (i *instance) retire() {
	if i.retired {
		return
	}
	i.retired = true
	for n := range engine.slots {
		engine.slots[n].CompareAndSwap(i, nil)
	}
}

func (i *instance) close() {
	// Closing frees memory, and cannot fail for a module without exit handlers.
	_ = i.module.Close(engine.ctx)
}

var errBroken = errors.New("charsniff: a fault in charsniff, or no memory")

// call calls a function of the module.
func (i *instance) call(fn function, arguments ...uint64) (uint64, error) {
	if i.broken {
		return 0, errBroken
	}
	copy(i.stack[:], arguments)
	if err := i.fns[fn].CallWithStack(engine.ctx, i.stack[:]); err != nil {
		i.broken = true
		return 0, fmt.Errorf("%w: %v", errBroken, err)
	}
	return i.stack[0], nil
}

// callNamed calls a function that is called too seldom to have a place in [exports].
func (i *instance) callNamed(name string, arguments ...uint64) (uint64, error) {
	if i.broken {
		return 0, errBroken
	}
	fn := i.module.ExportedFunction(name)
	if fn == nil {
		return 0, fmt.Errorf("charsniff: WebAssembly: no function %s", name)
	}
	// A function that takes fewer arguments gets only those.
	results, err := fn.Call(engine.ctx, arguments[:len(fn.Definition().ParamTypes())]...)
	if err != nil {
		i.broken = true
		return 0, fmt.Errorf("%w: %v", errBroken, err)
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}

// callWithString calls a function that takes one string.
func (i *instance) callWithString(fn function, text string) (uint64, error) {
	if err := i.passString(&i.strings, text); err != nil {
		return 0, err
	}
	return i.call(fn, uint64(i.strings.pointer))
}

func (i *instance) malloc(size uint32) (uint32, error) {
	pointer, err := i.call(fnMalloc, uint64(size))
	if err != nil {
		return 0, err
	}
	if pointer == 0 {
		return 0, errBroken
	}
	return uint32(pointer), nil
}

// reserve makes a room at least as large as size.
func (i *instance) reserve(r *room, size int) error {
	if size <= int(r.size) {
		return nil
	}
	if r.pointer != 0 {
		if _, err := i.call(fnFree, uint64(r.pointer)); err != nil {
			return err
		}
		*r = room{}
	}
	// Twice as much as needed now, so that growing input does not make room each time.
	wanted := uint32(max(4096, size+size/4))
	pointer, err := i.malloc(wanted)
	if err == nil {
		*r = room{pointer, wanted}
	}
	return err
}

// view is memory of the instance, valid until the next call.
func (i *instance) view(pointer, length uint32) []byte {
	bytes, ok := i.memory.Read(pointer, length)
	if !ok {
		i.broken = true
	}
	return bytes
}

// pass copies bytes to the room for input.
func (i *instance) pass(bytes []byte) error {
	if err := i.reserve(&i.in, len(bytes)); err != nil {
		return err
	}
	copy(i.view(i.in.pointer, uint32(len(bytes))), bytes)
	return nil
}

// passString copies text to a room, with a NUL behind it.
func (i *instance) passString(r *room, text string) error {
	if err := i.reserve(r, len(text)+1); err != nil {
		return err
	}
	to := i.view(r.pointer, uint32(len(text))+1)
	to[copy(to, text)] = 0
	return nil
}

func (i *instance) u32(offset uint32) uint32 {
	number, ok := i.memory.ReadUint32Le(i.result + offset)
	if !ok {
		i.broken = true
	}
	return number
}

func (i *instance) u8(offset uint32) uint8 {
	number, ok := i.memory.ReadByte(i.result + offset)
	if !ok {
		i.broken = true
	}
	return number
}

func flag(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}
