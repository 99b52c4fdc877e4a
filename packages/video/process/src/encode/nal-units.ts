/** NAL unit types of H.264 used here. Source: ITU-T H.264, table 7-1. */
export const NAL = { slice: 1, keySlice: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;

/** Type of a NAL unit without its start code. */
export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f;

/**
 * Types without use for a receiver: delimiters are implied by RTP's marker, and the encoder's SEI contains only its
 * version.
 */
const LEFT_OUT: ReadonlySet<number> = new Set([NAL.sei, NAL.delimiter]);

/** The NAL units of an Annex B stream, as views on the same bytes, without start codes, delimiters and SEI. */
export function nalUnits(stream: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = [];
  let begin = afterStartCode(stream, 0);
  while (begin < stream.length) {
    const next = afterStartCode(stream, begin);
    const nal = stream.subarray(begin, endBefore(stream, begin, next));
    if (nal.length > 0 && !LEFT_OUT.has(nalType(nal))) nals.push(nal);
    begin = next;
  }
  return nals;
}

/** Index after the next start code `00 00 01` at or after `from`; beyond the end if there is none. */
function afterStartCode(stream: Uint8Array, from: number): number {
  for (let at = stream.indexOf(1, from + 2); at >= 0; at = stream.indexOf(1, at + 1)) {
    if (stream[at - 1] === 0 && stream[at - 2] === 0) return at + 1;
  }
  return stream.length + 3;
}

/** Zeros before a start code belong to it: a NAL unit never ends with one (7.4.1). */
function endBefore(stream: Uint8Array, begin: number, next: number): number {
  let end = Math.min(next - 3, stream.length);
  while (end > begin && stream[end - 1] === 0) end -= 1;
  return end;
}
