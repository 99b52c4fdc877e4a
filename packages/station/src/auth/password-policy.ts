import { PASSWORD_MAX, PASSWORD_MIN } from '@kitestring/contract/station/password-limits.ts';
import { ok, type Result, refuse } from '../refusal.ts';

/** Shorter ones stand in many passwords by chance. */
const OBVIOUS_MIN = 4;

/** Judges a new password by its length, and by what anybody would try first. PASSWORD_TOO_WEAK. */
export function readPassword(password: string, { login, name }: { login: string; name: string }): Result<string> {
  const { length } = [...password];
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    return refuse('PASSWORD_TOO_WEAK.length', { min: PASSWORD_MIN, max: PASSWORD_MAX, got: length });
  }
  const typed = password.toLowerCase();
  const isObvious = [login, name].some((word) => word.length >= OBVIOUS_MIN && typed.includes(word.toLowerCase()));
  return isObvious || new Set(typed).size === 1 ? refuse('PASSWORD_TOO_WEAK.obvious') : ok(password);
}
