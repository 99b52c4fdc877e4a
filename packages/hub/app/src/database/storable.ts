import type { SqlValue } from './database.ts';

/** PostgreSQL cannot store NUL or half a surrogate pair in a text: each becomes a replacement character. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** A value for a statement. */
export const storable = (value: SqlValue): SqlValue => (typeof value === 'string' ? storableText(value) : value);

/** JSON for a column of type `jsonb`, whatever texts and names a station has put into it. */
export const storableJson = (value: object): string => JSON.stringify(storablePart(value));

function storablePart(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storablePart);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storableText(name), storablePart(part)]));
}
