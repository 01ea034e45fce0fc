#!/usr/bin/env python3
"""Compares the public API of compat/encoding_rs with that of encoding_rs 0.8.44, item by item.

    python3 tools/encoding_rs/api.py

Both are read from rustdoc's JSON, once with the default features and `serde`, once without any.
An item is a module, static, function, method, type, variant or trait implementation; it is the
same if its kind, types, generics and those attributes are the same that callers depend on. Names of
arguments, documentation and order do not count. Prints the items that are missing, different or
additional, then the figures; the exit status is 1 if an item or a feature is missing or different.

Needs a nightly toolchain and the registry.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OURS = ROOT / "compat/encoding_rs"
VERSION = "0.8.44"

# An implementation detail of `derive(PartialEq)` that nothing on stable Rust can name.
UNNAMEABLE = {"core::marker::StructuralPartialEq"}
ATTRIBUTES = ("must_use", "repr", "non_exhaustive", "deprecated")


def rustdoc(package, flags, target):
    """The JSON of `encoding_rs` as the package in this folder has it."""
    command = ["cargo", "+nightly", "rustdoc", "--quiet", "--lib", *flags]
    command += ["--", "-Zunstable-options", "--output-format", "json"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target), "RUSTDOCFLAGS": "--cap-lints=allow"}
    subprocess.run(command, cwd=package, env=environment, check=True)
    return json.loads((target / "doc/encoding_rs.json").read_text())


def depend_on_theirs(package, features):
    (package / "src").mkdir(exist_ok=True)
    (package / "src/lib.rs").write_text("")
    (package / "Cargo.toml").write_text(
        "[package]\nname = 'api'\nversion = '0.0.0'\nedition = '2024'\n[workspace]\n[dependencies]\n"
        f"encoding_rs = {{ version = '={VERSION}', default-features = false, features = {features} }}\n"
    )


def features_of(package, source):
    command = ["cargo", "metadata", "--format-version=1", "--all-features"]
    metadata = json.loads(subprocess.run(command, cwd=package, check=True, capture_output=True).stdout)
    found = [one for one in metadata["packages"] if one["name"] == "encoding_rs" and one["source"] == source]
    return set(found[0]["features"])


class Api:
    """The items of one crate: path and kind → what a caller depends on."""

    def __init__(self, crate):
        self.index, self.paths = crate["index"], crate["paths"]
        self.public, self.items, self.implementations = {}, {}, set()
        self.name(crate["root"], "encoding_rs", set())
        for key, path in sorted(self.public.items(), key=lambda pair: pair[1]):
            self.add(self.index[key], path)
        for item in self.index.values():
            if item["crate_id"] == 0 and "impl" in item["inner"]:
                self.add_implementation(item["inner"]["impl"])

    def name(self, key, path, seen):
        """Finds the path of every public item, through `use`."""
        item = self.index.get(str(key))
        if item is None or (key, path) in seen:
            return
        seen.add((key, path))
        kind, inner = next(iter(item["inner"].items()))
        if kind == "use":
            target = inner["id"]
            if inner["is_glob"]:
                for child in self.index[str(target)]["inner"]["module"]["items"]:
                    self.name_child(child, path.rsplit("::", 1)[0], seen)
            else:
                self.name(target, path, seen)
            return
        self.public[str(key)] = path
        for child in inner["items"] if kind == "module" else []:
            self.name_child(child, path, seen)

    def name_child(self, key, path, seen):
        item = self.index[str(key)]
        use = item["inner"].get("use")
        if item["visibility"] == "public":
            self.name(key, f"{path}::{use['name'] if use else item['name']}", seen)

    def add(self, item, path):
        kind, inner = next(iter(item["inner"].items()))
        attributes = sorted(str(a) for a in item["attrs"] if any(name in str(a) for name in ATTRIBUTES))
        depends = {"kind": kind, "attributes": attributes}
        if kind == "function":
            depends |= self.function(inner)
        elif kind == "static":
            # A lifetime that is left out in a static is 'static.
            type_ = json.loads(json.dumps(self.normal(inner["type"])).replace('"lifetime": null', '"lifetime": "\'static"'))
            depends |= {"type": type_, "mutable": inner["is_mutable"]}
        elif kind == "enum":
            depends["generics"] = self.normal(inner["generics"])
            for position, key in enumerate(inner["variants"]):
                variant = self.index[str(key)]
                fields = variant["inner"]["variant"]["kind"]
                if isinstance(fields, dict) and "tuple" in fields:
                    fields = [self.normal(self.index[str(field)]["inner"]["struct_field"]) for field in fields["tuple"]]
                value = variant["inner"]["variant"]["discriminant"] or position
                value = value["value"] if isinstance(value, dict) else str(position)
                self.items[f"{path}::{variant['name']}"] = {"kind": "variant", "fields": fields, "value": value}
        elif kind == "struct":
            shape = inner["kind"]
            fields = shape.get("plain", {}).get("fields", []) if isinstance(shape, dict) else []
            depends |= {"generics": self.normal(inner["generics"]), "public fields": len(fields)}
        elif kind != "module":
            depends["inner"] = self.normal(inner)
        self.items[path] = depends
        for key in inner.get("impls", []) if kind in ("struct", "enum") else []:
            implementation = self.index[str(key)]["inner"]["impl"]
            if implementation["trait"] is None:
                for key in implementation["items"]:
                    method = self.index[str(key)]
                    if method["visibility"] == "public":
                        self.add(method, f"{path}::{method['name']}")

    def add_implementation(self, implementation):
        trait = implementation["trait"]
        if trait is None or implementation["blanket_impl"] is not None:
            return
        name = self.path_of(trait)
        if name in UNNAMEABLE:
            return
        of = implementation["for"]
        local = of["borrowed_ref"]["type"] if "borrowed_ref" in of else of
        if str(local.get("resolved_path", {}).get("id")) not in self.public:
            return
        no = "!" if implementation["is_negative"] else ""
        arguments = json.dumps(self.normal(trait["args"]), sort_keys=True)
        of = json.dumps(self.normal(of), sort_keys=True)
        self.items[f"impl {no}{name} {arguments} for {of}"] = {"kind": "implementation"}

    def function(self, function):
        signature = function["sig"]
        return {
            "self": [name for name, _ in signature["inputs"][:1] if name == "self"],
            "inputs": [self.normal(type_) for _, type_ in signature["inputs"]],
            "output": self.normal(signature["output"]),
            "generics": self.normal(function["generics"]),
            "header": function["header"],
        }

    def path_of(self, path):
        key = str(path["id"])
        if key in self.public:
            return self.public[key]
        return "::".join(self.paths[key]["path"]) if key in self.paths else path.get("path", "?")

    def normal(self, value):
        """Types without numbers of this crate's JSON."""
        if isinstance(value, list):
            return [self.normal(one) for one in value]
        if not isinstance(value, dict):
            return value
        if "id" in value and ("path" in value or "name" in value):
            return {"path": self.path_of(value), "args": self.normal(value.get("args"))}
        return {name: self.normal(one) for name, one in value.items() if name not in ("id", "span", "docs")}


def compare(ours, theirs):
    missing = sorted(path for path in theirs if path not in ours)
    different = sorted(path for path in theirs if path in ours and ours[path] != theirs[path])
    additional = sorted(path for path in ours if path not in theirs)
    return missing, different, additional


def can_fail(items):
    """Whether the comparison notices every missing and every changed item."""
    for path in items:
        without = {other: of for other, of in items.items() if other != path}
        assert compare(without, items)[0] == [path], path
        changed = copy.deepcopy(items)
        changed[path]["kind"] = "something else"
        assert compare(changed, items)[1] == [path], path


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        theirs_in = pathlib.Path(folder)
        for features in (["alloc", "serde"], []):
            depend_on_theirs(theirs_in, features)
            theirs = Api(rustdoc(theirs_in, ["--package", "encoding_rs"], theirs_in / "target")).items
            flags = ["--no-default-features", "--features", ",".join(features)]
            ours = Api(rustdoc(OURS, flags, theirs_in / "ours")).items
            can_fail(theirs)
            missing, different, additional = compare(ours, theirs)
            for path in missing:
                print(f"missing: {path}")
            for path in different:
                print(f"different: {path}\n  ours   {json.dumps(ours[path])}\n  theirs {json.dumps(theirs[path])}")
            for path in additional:
                print(f"additional: {path}")
            same = len(theirs) - len(missing) - len(different)
            print(f"{same} of {len(theirs)} items are the same, {len(additional)} additional (features: {', '.join(features) or 'none'})")
            failed |= bool(missing or different)
        registry = "registry+https://github.com/rust-lang/crates.io-index"
        ours, theirs = features_of(OURS, None), features_of(theirs_in, registry)
        print(f"{len(theirs & ours)} of {len(theirs)} features have the same name", *sorted(theirs - ours))
        failed |= bool(theirs - ours)
    sys.exit(failed)


if __name__ == "__main__":
    main()
