import { type ApiVersion, versionPrefix } from '../versions.ts';

/** A published path in a text, and none of the station's own families. */
const PUBLISHED = /(?<!\/(?:sim|station|admin|video))\/v1(?=\/)/g;

/** A text with the paths of this version. */
const textIn = (version: ApiVersion, text: string): string => text.replaceAll(PUBLISHED, versionPrefix(version));

/** Examples are those of the version already. The list of all versions has paths of each. */
const isExample = (name: string, member: unknown): boolean =>
  name === 'example' || (name === 'examples' && Array.isArray(member));

/** A document, or a part of it, with the paths of this version in all its texts. */
export function withVersionPaths<T>(version: ApiVersion, value: T): T;
export function withVersionPaths(version: ApiVersion, value: unknown): unknown {
  if (versionPrefix(version) === '/v1') return value;
  if (typeof value === 'string') return textIn(version, value);
  if (Array.isArray(value)) return value.map((item) => withVersionPaths(version, item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    isExample(name, member) ? member : withVersionPaths(version, member),
  ]);
  return Object.fromEntries(members);
}
