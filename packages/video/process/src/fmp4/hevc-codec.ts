const SPACES = ['', 'A', 'B', 'C'] as const;
export const HEVC_PROFILE_BYTES = 12;

/**
 * Codec string: profile, compatibility in reverse order, tier with level, constraints without their last zeros. Source: ISO/IEC 14496-15, E.3.
 * @param bytes profile, tier, constraints and level as in the parameter set
 */
export function hevcCodec(bytes: Uint8Array): string {
  const [first = 0] = bytes;
  const compatibility = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
  const constraints = bytes.subarray(5, 11);
  const used = constraints.subarray(0, constraints.findLastIndex((byte) => byte !== 0) + 1);
  const parts = [
    `hvc1.${SPACES[first >> 6]}${first & 0x1f}`,
    hex(reversed(compatibility)),
    `${(first & 0x20) === 0 ? 'L' : 'H'}${bytes.at(-1)}`,
    ...Array.from(used, hex),
  ];
  return parts.join('.');
}

const hex = (value: number): string => value.toString(16).toUpperCase();

function reversed(bits: number): number {
  let result = 0;
  for (let at = 0; at < 32; at += 1) if ((bits & (1 << at)) !== 0) result += 2 ** (31 - at);
  return result;
}
