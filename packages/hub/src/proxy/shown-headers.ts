/** Written in another way than each word with a capital. */
const SPELLED: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' };

/** Headers of an answer of a station, written as other answers of the hub have them. */
export const shownHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => [headerCase(name), value]);

const headerCase = (name: string): string =>
  SPELLED[name] ?? name.replaceAll(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
