import { ok, type Result, refuse } from '../refusal.ts';

const NAME_MAX = 100;

/** In a terminal or a log they do more than they show. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** A name that people read, without the spaces around it. INVALID_REQUEST when it is too long, or empty. */
export function readName(field: string, text: string): Result<string> {
  const read = readLine(field, text);
  if (!read.ok) return read;
  const name = read.value;
  const { length } = [...name];
  if (length >= 1 && length <= NAME_MAX) return ok(name);
  return refuse('INVALID_REQUEST', `${field} must have 1 to ${NAME_MAX} characters, got ${length}`);
}

/** A text that stands in one line, without the spaces around it. INVALID_REQUEST. */
export function readLine(field: string, text: string): Result<string> {
  const line = text.trim();
  if (!CONTROL_CHARACTER.test(line)) return ok(line);
  return refuse('INVALID_REQUEST', `${field} must have no control characters, such as line breaks`);
}
