/** Names that are not written with each word capitalised. */
const SPELLED: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' };

/** Headers of a station’s answer, spelled like those of other answers of the hub. */
export const shownHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => [headerCase(name), value]);

const headerCase = (name: string): string =>
  SPELLED[name] ?? name.replaceAll(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
