// Files whose text is edited: for Node, Bun and Deno.

import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, extname, join } from "node:path";

import { content, Edit } from "#charsniff";

/** The contexts of files whose extension says what they are. Others are read as pages. */
const TYPES = {
  ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".mjs": "text/javascript", ".svg": "image/svg+xml",
  ".txt": "text/plain", ".vtt": "text/vtt", ".xhtml": "application/xhtml+xml", ".xml": "application/xml",
};

/** Changes the text of a file: what is outside the changes stays, byte for byte. */
export function editFile(path, change, options = {}) {
  const { unmappable, ...rest } = options;
  // The file at the end of links.
  const place = realpathSync(path);
  const bytes = readFileSync(place);
  const type = TYPES[extname(place).toLowerCase()];
  const isSaid = rest.context !== undefined || rest.headers !== undefined || rest.mimeType !== undefined;
  const edit = new Edit(bytes, isSaid || type === undefined ? rest : { ...rest, mimeType: type });
  try {
    if (content(bytes) === "binary" && ["detector", "locale", "default"].includes(edit.verdict.source)) {
      throw new RangeError(`${path}: binary data, no text; the option override reads it nevertheless`);
    }
    const text = change(edit.text, edit);
    if (text !== undefined) {
      edit.text = text;
    }
    const written = edit.write({ unmappable });
    if (!bytes.equals(written.bytes)) {
      if (!readFileSync(place).equals(bytes)) {
        throw new Error(`${path}: somebody else has changed the file meanwhile`);
      }
      replace(place, written.bytes);
    }
    return written;
  } finally {
    edit.free();
  }
}

/** Makes `bytes` the content of a file, at once: a reader finds the old file or the new one. */
function replace(path, bytes) {
  // A file that the user may not write to is not replaced.
  closeSync(openSync(path, "r+"));
  const { uid, gid, mode } = statSync(path);
  const temporary = join(dirname(path), `.charsniff-${randomBytes(8).toString("hex")}`);
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(file, bytes);
    keep(file, uid, gid, mode);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** Gives a file the owner, the group and the permissions of the old one; nobody gets rights that they did not have. */
function keep(file, uid, gid, mode) {
  const owns = (user, group) => {
    try {
      fchownSync(file, user, group);
      return true;
    } catch {
      return false;
    }
  };
  let kept = mode & 0o7777;
  if (!owns(uid, -1)) {
    kept &= ~0o4000;
  }
  if (!owns(-1, gid)) {
    kept &= ~0o2000 & (~0o070 | ((mode & 0o007) << 3));
  }
  fchmodSync(file, kept);
}
