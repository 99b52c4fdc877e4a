const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** NAL units with start codes, the input format of decoders. */
export function withStartCodes(nals: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(nals.reduce((sum, nal) => sum + START_CODE.length + nal.length, 0));
  let at = 0;
  for (const nal of nals) {
    all.set(START_CODE, at);
    all.set(nal, at + START_CODE.length);
    at += START_CODE.length + nal.length;
  }
  return all;
}
