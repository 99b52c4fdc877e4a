/** What the file needs of a compression library. */
export interface Codec {
  /** Its name in MCAP: `zstd`. */
  readonly name: string;
  compress(bytes: Uint8Array): Promise<Uint8Array>;
  /** @param size bytes that come out. @throws when they can't be read */
  decompress(bytes: Uint8Array, size: number): Uint8Array;
  /** CRC-32 of ISO-HDLC. @param before that of the bytes before these */
  crc32(bytes: Uint8Array, before?: number): number;
}
