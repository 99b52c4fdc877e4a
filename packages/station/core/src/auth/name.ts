import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';

const NAME_MAX = 100;

/** Control characters, and marks of the direction of text, change what a terminal, a page or a log shows. */
const CONTROL_CHARACTER = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Validates a name: trimmed, not empty, not too long. INVALID_REQUEST. */
export function readName(field: string, text: string): Result<string> {
  const read = readLine(field, text);
  if (!read.ok) return read;
  const name = read.value;
  const { length } = [...name];
  if (length >= 1 && length <= NAME_MAX) return ok(name);
  return refuse('INVALID_REQUEST', { fault: `${field} must have 1 to ${NAME_MAX} characters, got ${length}` });
}

/** Validates a single line of text, trimmed. INVALID_REQUEST. */
export function readLine(field: string, text: string): Result<string> {
  const line = text.trim();
  if (!CONTROL_CHARACTER.test(line)) return ok(line);
  return refuse('INVALID_REQUEST', {
    fault: `${field} must have no control characters, such as line breaks and marks of the direction of text`,
  });
}
