/** First and last byte, inclusive. */
export interface ResolvedRange {
  readonly first: number;
  readonly last: number;
}

/** Maximum number of ranges: a player requests two or three, and each one costs disk reads. */
export const MAX_RANGES = 32;

/** Ranges with a smaller gap are merged: a part boundary would take more bytes than the gap. */
const PART_OVERHEAD_BYTES = 128;

const ONE_RANGE = /^(\d*)-(\d*)$/;

/**
 * Ranges of a file by a `Range` header, in its order (RFC 9110, 14.2). Ranges that overlap or nearly touch are merged
 * at the position of the first, so that no byte is sent twice. An unknown unit is ignored. Unsatisfiable: no range
 * lies in the file, one is malformed, or there are more than `MAX_RANGES`.
 */
export function byteRanges(
  header: string | undefined,
  size: number,
): readonly [ResolvedRange, ...ResolvedRange[]] | 'whole' | 'unsatisfiable' {
  const [unit = '', set] = header?.split('=', 2) ?? [];
  if (unit.trim().toLowerCase() !== 'bytes' || set === undefined) return 'whole';
  // A list may have empty elements (RFC 9110, 5.6.1.2).
  const texts = set.split(',').flatMap((text) => text.trim() || []);
  if (texts.length > MAX_RANGES) return 'unsatisfiable';
  const ranges = texts.map((text) => resolveRange(text, size));
  if (ranges.includes('malformed')) return 'unsatisfiable';
  const [range, ...others] = coalesced(ranges.filter((range) => typeof range === 'object'));
  return range === undefined ? 'unsatisfiable' : [range, ...others];
}

function resolveRange(text: string, size: number): ResolvedRange | 'outside' | 'malformed' {
  const [, from = '', to = ''] = ONE_RANGE.exec(text) ?? [];
  if (from === '') return to === '' ? 'malformed' : suffix(Number(to), size);
  const first = Number(from);
  if (to !== '' && Number(to) < first) return 'malformed';
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size ? 'outside' : { first, last };
}

function suffix(length: number, size: number): ResolvedRange | 'outside' {
  if (length === 0 || size === 0) return 'outside';
  return { first: Math.max(0, size - length), last: size - 1 };
}

function coalesced(ranges: readonly ResolvedRange[]): readonly ResolvedRange[] {
  const joined: { first: number; last: number; order: number }[] = [];
  const ordered = ranges.map((range, order) => ({ ...range, order })).sort((a, b) => a.first - b.first);
  for (const range of ordered) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last + PART_OVERHEAD_BYTES) {
      joined.push(range);
      continue;
    }
    before.last = Math.max(before.last, range.last);
    before.order = Math.min(before.order, range.order);
  }
  return joined.sort((a, b) => a.order - b.order).map(({ first, last }) => ({ first, last }));
}
