package charsniff

import "fmt"

// named is a value of few, each of which has a name.
type named interface {
	~uint8
	fmt.Stringer
}

// byName returns the value, below count, that has this name.
func byName[T named](name []byte, count T) (T, error) {
	for value := T(0); value < count; value++ {
		if value.String() == string(name) {
			return value, nil
		}
	}
	return 0, fmt.Errorf("charsniff: %q is not a %T", name, count)
}

// MarshalText returns the name, which is "certain" or "tentative" in JSON, too.
func (c Confidence) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText takes the name.
func (c *Confidence) UnmarshalText(name []byte) (err error) {
	*c, err = byName(name, Certain+1)
	return err
}

// MarshalText returns the name: "xml-declaration".
func (s Source) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes the name.
func (s *Source) UnmarshalText(name []byte) (err error) {
	*s, err = byName(name, sourceCount)
	return err
}

// MarshalText returns the name: "ascii".
func (c Content) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText takes the name.
func (c *Content) UnmarshalText(name []byte) (err error) {
	*c, err = byName(name, Binary+1)
	return err
}

// MarshalText returns the name: "crawler".
func (r Reading) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText takes the name.
func (r *Reading) UnmarshalText(name []byte) (err error) {
	*r, err = byName(name, Reading(len(readingNames)))
	return err
}

// MarshalText returns the name: "start-again".
func (c Change) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText takes the name.
func (c *Change) UnmarshalText(name []byte) (err error) {
	*c, err = byName(name, Change(len(changeNames)))
	return err
}
