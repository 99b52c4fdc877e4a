const TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
  return crc;
});

/** CRC-16/MCRF4XX of the bytes in [`from`, `to`). */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff;
  for (let index = from; index < to; index += 1) crc = crc16Continued(crc, bytes[index]!);
  return crc;
}

/** Continues a checksum by one byte. */
export const crc16Continued = (crc: number, byte: number): number => (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!;

/** Whether some further byte leads from a checksum to another one: it does for 256 of 65,536. */
export const isReachable = (from: number, to: number): boolean => TABLE.includes(to ^ (from >>> 8));
