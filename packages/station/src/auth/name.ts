import { ok, type Result, refuse } from '../refusal.ts';

const NAME_MAX = 100;

/** A name that people read, without the spaces around it. INVALID_REQUEST when it is too long, or empty. */
export function readName(field: string, text: string): Result<string> {
  const name = text.trim();
  const { length } = [...name];
  if (length >= 1 && length <= NAME_MAX) return ok(name);
  return refuse('INVALID_REQUEST', `${field} must have 1 to ${NAME_MAX} characters, got ${length}`);
}
