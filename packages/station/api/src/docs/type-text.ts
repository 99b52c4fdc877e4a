import type { JsonObject } from '@kitestring/station-contract/document/components.ts';

/** Limits of a number as text; empty without limits. */
function limitsText(schema: JsonObject): string {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  const low = minimum === undefined ? (exclusiveMinimum === undefined ? '' : `> ${exclusiveMinimum}`) : `≥ ${minimum}`;
  const high = maximum === undefined ? (exclusiveMaximum === undefined ? '' : `< ${exclusiveMaximum}`) : `≤ ${maximum}`;
  return [low, high].filter((text) => text !== '').join(', ');
}

function baseText(schema: JsonObject): string {
  const { $ref: reference, type, items, format } = schema;
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (type === 'array') return `array of ${typeText(items as JsonObject)}`;
  return format === 'date-time' ? 'time' : String(type);
}

/** Type of a field in short form: `number, ≥ 0, < 360`. */
export function typeText(schema: JsonObject): string {
  const { enum: values, anyOf, oneOf, properties, deprecated } = schema;
  if (Array.isArray(oneOf)) return 'one of several, by its type: see [faults](faults.md)';
  if (Array.isArray(anyOf)) return anyOf.map((alternative: JsonObject) => typeText(alternative)).join(' or ');
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ');
  const members = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  const membersText = members.map(([name, member]) => `\`${name}\`: ${typeText(member)}`).join('; ');
  const parts = [membersText === '' ? baseText(schema) : `object {${membersText}}`, limitsText(schema)];
  if (deprecated) parts.push('deprecated');
  return parts.filter((text) => text !== '').join(', ');
}
