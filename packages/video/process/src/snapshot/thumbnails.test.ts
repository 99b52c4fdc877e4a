import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { THUMBNAIL_BYTES_MAX } from '@kitestring/station-contract/station/thumbnail.ts';
import { makeFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import { loadNativeCodecs } from '../encode/native-codecs.ts';
import { SnapshotDecoder } from '../ingest/snapshot-decoder.ts';
import { Thumbnails, thumbnailSize } from './thumbnails.ts';

describe('a thumbnail', () => {
  it('of the noisiest picture has at most 20 kB, and its shape', async () => {
    const codecs = await loadNativeCodecs();
    const frame = makeFrame(1280, 720);
    for (const plane of [frame.luma, frame.cb, frame.cr]) randomFillSync(plane);
    const jpeg = (await JpegEncoder.open(codecs, { widthPx: 1280, heightPx: 720 })).encode(frame);
    const small = await new Thumbnails().make(jpeg);
    assert.ok(small.length <= THUMBNAIL_BYTES_MAX, `${small.length}`);
    const { frame: shown } = (await SnapshotDecoder.open(codecs, 'JPEG')).last([small]);
    assert.deepEqual([shown.width, shown.height], [256, 144]);
  });

  it('has the colours of its picture', async () => {
    const codecs = await loadNativeCodecs();
    const frame = makeFrame(640, 512);
    frame.luma.fill(120);
    frame.cb.fill(90);
    frame.cr.fill(180);
    const coding = { matrix: 'bt601', range: 'full' } as const;
    const jpeg = (await JpegEncoder.open(codecs, { widthPx: 640, heightPx: 512 })).encode(frame, coding);
    const { frame: shown } = (await SnapshotDecoder.open(codecs, 'JPEG')).last([await new Thumbnails().make(jpeg)]);
    for (const [plane, value] of [
      [shown.luma, 120],
      [shown.cb, 90],
      [shown.cr, 180],
    ] as const) {
      assert.ok(Math.abs((plane[0] ?? 0) - value) <= 3, `${plane[0]} instead of ${value}`);
    }
  });

  it('is made of a JPEG only, and the next one is made after one that was none', async () => {
    const thumbnails = new Thumbnails();
    await assert.rejects(thumbnails.make(new Uint8Array(1000)));
    const encoder = await JpegEncoder.open(await loadNativeCodecs(), { widthPx: 64, heightPx: 64 });
    assert.ok((await thumbnails.make(encoder.encode(makeFrame(64, 64)))).length > 100);
  });

  it('is never larger than its picture, and upright where that is', () => {
    assert.deepEqual(thumbnailSize(64, 48), { widthPx: 64, heightPx: 48 });
    assert.deepEqual(thumbnailSize(1080, 1920), { widthPx: 144, heightPx: 256 });
  });
});
