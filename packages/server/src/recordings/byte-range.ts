/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const ONE_RANGE = /^(\d*)-(\d*)$/;

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14.2). A unit that is not known is ignored as if there
 * were no header; several ranges at once are not served.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [unit = '', ranges] = header?.split('=', 2) ?? [];
  if (unit.trim().toLowerCase() !== 'bytes' || ranges === undefined) return 'whole';
  const [, from = '', to = ''] = ONE_RANGE.exec(ranges.trim()) ?? [];
  if (from === '') return to === '' ? 'unsatisfiable' : suffix(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size || (to !== '' && Number(to) < first) ? 'unsatisfiable' : { first, last };
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { first: Math.max(0, size - length), last: size - 1 };
}
