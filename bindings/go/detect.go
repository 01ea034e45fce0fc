package charsniff

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// Guess is what the detector answers.
type Guess struct {
	Candidate
	// RunnersUp are the next encodings, the likeliest first.
	RunnersUp []Candidate
}

// Candidate is an encoding, and how likely it gives the right text, from 0 to 1.
type Candidate struct {
	Encoding    Encoding
	Probability float32
}

// Detector guesses encodings with what else is known. The zero value guesses as [Detect] does.
type Detector struct {
	// Only these may be the answer, if any are given.
	Only []Encoding
	// Except these, which may not be the answer.
	Except []Encoding
	// Prefer one of these where the bytes leave the question open.
	Prefer []Encoding
	// Language is the language that the text says it is in, a BCP 47 tag: a hint.
	Language string
	// TLD is the top-level domain of the text's host, "jp": a hint.
	TLD string
	// Locale is the user's locale, a BCP 47 tag: a hint.
	Locale string
	// ISO2022JP allows the answer ISO-2022-JP, whose escape sequences can hide markup in a page.
	ISO2022JP bool
}

// Detect guesses the encoding from the bytes alone, without headers and declarations; ok is false for binary data.
// For a page, whose encoding may be declared, use [Sniff].
func Detect(body []byte) (guess Guess, ok bool, err error) {
	i, err := acquire()
	if err != nil {
		return Guess{}, false, err
	}
	defer i.release()
	body = body[:min(len(body), maxInput)]
	if err := i.pass(body); err != nil {
		return Guess{}, false, err
	}
	if _, err := i.call(fnDetect, uint64(i.result), uint64(i.in.pointer), uint64(len(body))); err != nil {
		return Guess{}, false, err
	}
	return i.guess()
}

// Detect is [Detect] with what this detector knows; ok is also false if no encoding may be the answer. In a hint,
// everything after a NUL is ignored.
func (d Detector) Detect(body []byte) (guess Guess, ok bool, err error) {
	i, err := acquire()
	if err != nil {
		return Guess{}, false, err
	}
	defer i.release()
	body = body[:min(len(body), maxInput)]
	handle, err := i.callNamed("charsniff_detector_new")
	if err == nil && handle == 0 {
		err = errBroken
	}
	if err != nil {
		return Guess{}, false, err
	}
	defer i.callNamed("charsniff_detector_free", handle)
	if err := i.tell(d, handle); err != nil {
		return Guess{}, false, err
	}
	if err := i.pass(body); err != nil {
		return Guess{}, false, err
	}
	_, err = i.callNamed("charsniff_detector_detect", uint64(i.result), handle, uint64(i.in.pointer), uint64(len(body)))
	if err != nil {
		return Guess{}, false, err
	}
	return i.guess()
}

// DetectAll guesses the one encoding that all of these strings are in, such as the names in an archive, each of which says
// too little by itself; ok is false as in [Detect].
func DetectAll(strings [][]byte) (guess Guess, ok bool, err error) { return Detect(lines(strings)) }

// DetectAll is [DetectAll] with what this detector knows.
func (d Detector) DetectAll(strings [][]byte) (guess Guess, ok bool, err error) {
	return d.Detect(lines(strings))
}

// lines are the strings as the lines of one text, as the library reads them.
func lines(strings [][]byte) []byte { return bytes.Join(strings, []byte("\n")) }

// tell passes the options of d to the module's detector.
func (i *instance) tell(d Detector, handle uint64) error {
	lists := []struct {
		function  string
		encodings []Encoding
	}{
		{"charsniff_detector_only", d.Only},
		{"charsniff_detector_except", d.Except},
		{"charsniff_detector_prefer", d.Prefer},
	}
	for _, list := range lists {
		if len(list.encodings) == 0 {
			continue
		}
		numbers, err := numbersOf(list.encodings)
		if err != nil {
			return err
		}
		if err := i.passEncodings(list.function, handle, numbers); err != nil {
			return err
		}
	}
	hints := []struct{ function, value string }{
		{"charsniff_detector_language", d.Language},
		{"charsniff_detector_tld", d.TLD},
		{"charsniff_detector_locale", d.Locale},
	}
	for _, hint := range hints {
		if hint.value == "" {
			continue
		}
		value, _, _ := strings.Cut(hint.value, "\x00")
		if err := i.passString(&i.strings, value); err != nil {
			return err
		}
		if _, err := i.callNamed(hint.function, handle, uint64(i.strings.pointer)); err != nil {
			return err
		}
	}
	_, err := i.callNamed("charsniff_detector_iso_2022_jp", handle, flag(d.ISO2022JP))
	return err
}

// guess reads a charsniff_guess: the encoding and its probability, how many runners-up, and the same of each.
func (i *instance) guess() (guess Guess, ok bool, err error) {
	fields := i.view(i.result, 44)
	if len(fields) < 44 {
		return Guess{}, false, errBroken
	}
	candidate := func(at int) Candidate {
		bits := binary.LittleEndian.Uint32(fields[at+4:])
		return Candidate{encodingOf(fields[at]), math.Float32frombits(bits)}
	}
	if guess.Candidate = candidate(0); guess.Encoding == NoEncoding {
		return Guess{}, false, nil
	}
	for n := range int(binary.LittleEndian.Uint32(fields[8:])) {
		guess.RunnersUp = append(guess.RunnersUp, candidate(12+8*n))
	}
	return guess, true, nil
}
