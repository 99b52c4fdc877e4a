import { percentDecoded } from './percent-decoded.ts';

/** Names of members that hold secrets, whatever their value. */
const SECRET_NAME = /secret|token|password|passwd|passphrase|credential|api[_-]?key|authori[sz]ation|cookie|ticket/i;
/** Such a name and its value: `password=x`, `"token": "x"`, `--api-key x`. */
const NAMED_SECRET = new RegExp(
  `([\\w-]*(?:${SECRET_NAME.source})[\\w-]*["']?\\s*(?:[=:]\\s*|\\s)["']?)[^\\s"',;&]+`,
  'gi',
);
const MASK = '***';

const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** A value as JSON without secrets: members with such names, addresses, and these texts wherever they stand. */
export function maskedJson(value: unknown, secrets: readonly string[]): string {
  return JSON.stringify(value, (name, member: unknown) => {
    if (isSecretName(name)) return MASK;
    return typeof member === 'string' ? maskedText(member, secrets) : member;
  });
}

/** A text without these secrets, and without what follows the scheme of an address. */
function maskedText(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
  return known.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"]*/gi, `$1${MASK}`);
}

/** A line of a log, JSON or not, without secrets, also those that follow such a name or the scheme of an `Authorization` header. */
export function maskedLine(line: string, secrets: readonly string[]): string {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object') return maskedJson(value, secrets);
  } catch {
    // A line for people.
  }
  return maskedText(line, secrets)
    .replaceAll(/\b(Bearer|Basic) +[^\s"',]+/gi, `$1 ${MASK}`)
    .replaceAll(NAMED_SECRET, `$1${MASK}`);
}

/** The path and the query of a request, the latter without values that are secrets. */
export function maskedTarget(target: string, secrets: readonly string[]): string {
  const at = target.indexOf('?');
  const path = maskedText(at === -1 ? target : target.slice(0, at), secrets);
  if (at === -1) return path;
  const query = target
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return isSecretName(percentDecoded(name)) ? `${name}=${MASK}` : maskedText(pair, secrets);
    });
  return `${path}?${query.join('&')}`;
}
