/** Not an MP4 file of this station. */
export class Mp4Fault extends Error {
  readonly code = 'MP4_FAULT';
  override readonly name = 'Mp4Fault';
}
