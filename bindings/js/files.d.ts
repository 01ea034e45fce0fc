import type { Edit, Edited, Options, WriteOptions } from "./index.js";

/**
 * Changes the text of a file: what is outside the changes stays, byte for byte. `change` gets the text and returns the
 * edited one; or it changes the `Edit`, and returns nothing. The file is then replaced in one step, unless nothing
 * differs: a reader finds the old file or the new one. Owner, group and permissions stay, and links lead to the new
 * file; access control lists and extended attributes are not kept. By default the extension says how the file is read.
 *
 * @throws {UnmappableError} if the file's encoding lacks a character, unless `unmappable` says what becomes of it
 * @throws {RangeError} if the file is binary data, or the result would be read as another text
 * @throws {Error} if the file cannot be read or written, or somebody else has changed it meanwhile
 */
export function editFile(
  path: string | URL,
  change: (text: string, edit: Edit) => string | void,
  options?: Options & WriteOptions,
): Edited;
