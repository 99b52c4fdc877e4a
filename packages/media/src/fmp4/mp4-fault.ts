/** Bytes that are no MP4 as this station writes it. */
export class Mp4Fault extends Error {
  readonly code = 'MP4_FAULT';
  override readonly name = 'Mp4Fault';
}
