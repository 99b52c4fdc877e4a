/**
 * A failure of something outside: a disk, a link, a file, a person's wish. It has the name of its class, and `code` where callers tell
 * several apart. A bug is a plain `Error`; a refusal by a rule is a value.
 */
export class Fault extends Error {
  override readonly name: string = this.constructor.name;
}
