import type { SqlValue } from './database.ts';

/** PostgreSQL keeps neither NUL nor half a surrogate pair in a text: a replacement character stands for each. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** A value for a statement. */
export const storable = (value: SqlValue): SqlValue => (typeof value === 'string' ? storableText(value) : value);

/** JSON for a column of type `jsonb`, whatever texts and names a station has put into the value. */
export const storableJson = (value: object): string => JSON.stringify(storablePart(value));

function storablePart(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storablePart);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storableText(name), storablePart(part)]));
}
