import { readFileSync } from 'node:fs';

interface Demuxed {
  /** As RFC 6381 has it. */
  readonly codec: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationS: number;
  readonly pictures: readonly { readonly atS: number; readonly isKey: boolean; readonly bytes: Uint8Array }[];
  /** Where playing begins that was asked to begin at this moment. */
  keyBefore(atS: number): Promise<number | undefined>;
}

/** Reads a file of video, or its bytes, with a library that shares nothing with ours, on every machine; nothing is decoded. */
export async function demuxed(file: string | Uint8Array): Promise<Demuxed> {
  // Loaded late: most tests that load this folder read no file.
  const { BufferSource, EncodedPacketSink, Input, MP4, MPEG_TS } = await import('mediabunny');
  const input = new Input({
    source: new BufferSource(typeof file === 'string' ? readFileSync(file) : file),
    formats: [MP4, MPEG_TS],
  });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('it has no video');
  const sink = new EncodedPacketSink(track);
  const pictures: Demuxed['pictures'][number][] = [];
  for await (const { data, timestamp, type } of sink.packets()) {
    pictures.push({ atS: timestamp, isKey: type === 'key', bytes: data });
  }
  return {
    codec: await track.getCodecParameterString(),
    widthPx: await track.getCodedWidth(),
    heightPx: await track.getCodedHeight(),
    durationS: await input.computeDuration(),
    pictures,
    keyBefore: async (atS) => (await sink.getKeyPacket(atS))?.timestamp,
  };
}
