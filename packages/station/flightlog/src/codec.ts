/** The part of a compression library that the file needs. */
export interface Codec {
  /** Its name in MCAP: `zstd`. */
  readonly name: string;
  compress(bytes: Uint8Array): Promise<Uint8Array>;
  /** @param size of the decompressed data, bytes. @throws when they cannot be read */
  decompress(bytes: Uint8Array, size: number): Uint8Array;
  /** CRC-32 of ISO-HDLC. @param before CRC of the preceding bytes */
  crc32(bytes: Uint8Array, before?: number): number;
}
