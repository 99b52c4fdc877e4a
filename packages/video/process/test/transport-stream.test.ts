import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { localSet } from '../src/klv/local-set.ts';
import { StreamMetadata } from '../src/klv/stream-metadata.ts';
import { crc32 } from '../src/ts/crc32.ts';
import { TsMuxer } from '../src/ts/ts-muxer.ts';
import { TsOutput } from '../src/ts/ts-output.ts';
import { directory } from './rtsp/scripted-source.ts';
import { ClipSource, clipUnit } from './support/clip.ts';
import { demuxed } from './support/demuxed.ts';
import { probe, WITHOUT_FFPROBE } from './support/ffprobe.ts';

const folder = mkdtempSync(join(tmpdir(), 'kitestring-ts-'));
after(() => rmSync(folder, { recursive: true }));

const klv = (index: number) => localSet({ timeUs: 1e15 + index, platformHeadingDeg: index, sensorLatDeg: 46.5 });

function stream(pictures: number, firstTime = 0): Buffer {
  const muxer = new TsMuxer();
  const parts = Array.from({ length: pictures }, (_, index) => {
    const unit = { ...clipUnit(index), rtpTime: firstTime + index * 3000 };
    return [muxer.picture(unit), muxer.metadata(klv(index))];
  });
  return Buffer.concat(parts.flat());
}

describe('the transport stream of a camera', () => {
  it('has no position while none comes: an old one would pass for that of its pictures', async () => {
    let nowMs = 0;
    const metadata = new StreamMetadata(() => nowMs);
    const [source, path] = [new ClipSource('zoom', 0), join(folder, 'output.ts')];
    const output = new TsOutput({ directory: directory(new Set([source])), metadata, onTrouble: assert.fail });
    metadata.update('zoom', { timeUs: 0, platformHeadingDeg: 7 });
    output.update({ streamId: 'zoom', target: path });
    source.push(30);
    nowMs = 1001;
    source.push(30);
    await output.stop();
    const bytes = readFileSync(path);
    const offsets = Array.from({ length: bytes.length / 188 }, (_, packet) => 188 * packet);
    assert.equal(offsets.filter((at) => (bytes.readUInt16BE(at + 1) & 0x1fff) === 0x101).length, 10);
  });
});

describe('a transport stream', () => {
  it('consists of whole packets whose counts go up one by one', () => {
    const bytes = stream(90);
    assert.equal(bytes.length % 188, 0);
    const counts = new Map<number, number>();
    for (let at = 0; at < bytes.length; at += 188) {
      assert.equal(bytes[at], 0x47);
      const pid = bytes.readUInt16BE(at + 1) & 0x1fff;
      const count = (bytes[at + 3] ?? 0) & 0xf;
      const last = counts.get(pid);
      if (last !== undefined) assert.equal(count, (last + 1) % 16, `pid ${pid} at ${at}`);
      counts.set(pid, count);
    }
    assert.deepEqual(
      [...counts.keys()].sort((a, b) => a - b),
      [0, 0x100, 0x101, 0x1000],
    );
  });

  it('has tables with the right checksum', () => {
    // A table with its own checksum behind it has the checksum 0.
    const bytes = stream(1);
    for (const at of [0, 188]) {
      const begin = at + 5 + (bytes[at + 4] ?? 0);
      const section = bytes.subarray(begin + 1, at + 188);
      assert.equal(crc32(section.subarray(0, 3 + (section.readUInt16BE(1) & 0xfff))), 0);
    }
  });

  it('carries KLV as asynchronous metadata do: private data registered as KLVA, each set whole and without a time', () => {
    const bytes = stream(10);
    const programMap = bytes.subarray(188, 376);
    assert.ok(programMap.includes(Buffer.of(0x06, 0xe1, 0x01, 0xf0, 6, 0x05, 4, ...Buffer.from('KLVA'))));
    const sets: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += 188) {
      const isFirst = (bytes.readUInt16BE(at + 1) & 0x4000) !== 0;
      if ((bytes.readUInt16BE(at + 1) & 0x1fff) !== 0x101 || !isFirst) continue;
      const pes = bytes.subarray(at + 5 + (bytes[at + 4] ?? 0), at + 188);
      assert.deepEqual([...pes.subarray(0, 4)], [0, 0, 1, 0xbd]);
      const [flags, times, headerBytes] = pes.subarray(6);
      assert.deepEqual([flags, times, headerBytes], [0x84, 0, 0]);
      sets.push(pes.subarray(9, 6 + pes.readUInt16BE(4)));
    }
    assert.deepEqual(
      sets,
      Array.from({ length: 10 }, (_, index) => Buffer.from(klv(index))),
    );
  });

  it('is read by another library, each picture whole and 1/30 s after the one before, over the end of the 33-bit clock too', async () => {
    for (const firstTime of [0, 2 ** 33 - 60_000]) {
      const path = join(folder, 'read.ts');
      writeFileSync(path, stream(90, firstTime));
      const { codec, heightPx, pictures, widthPx } = await demuxed(path);
      assert.deepEqual({ codec, heightPx, widthPx }, { codec: 'avc1.42c00b', heightPx: 120, widthPx: 160 });
      assert.equal(pictures.length, 90);
      for (const [index, { atS, bytes, isKey }] of pictures.entries()) {
        const { isKeyFrame, nals } = clipUnit(index);
        assert.equal(isKey, isKeyFrame, `picture ${index}`);
        assert.ok(Math.abs(atS - (pictures[0]?.atS ?? Number.NaN) - index / 30) < 1e-4, `picture ${index} at ${atS} s`);
        assert.ok(Buffer.from(bytes).includes(nals.at(-1) as Uint8Array), `picture ${index}`);
      }
    }
  });

  it('is H.264 with KLV for whoever reads it, and gives back each picture and each set', {
    skip: WITHOUT_FFPROBE,
  }, () => {
    const path = join(folder, 'film.ts');
    writeFileSync(path, stream(90));
    const fields = [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,codec_type,codec_tag_string',
      '-of',
      'json',
      path,
    ];
    const { streams } = JSON.parse(execFileSync('ffprobe', fields, { encoding: 'utf8' }));
    assert.deepEqual(
      streams.map((stream: { codec_name: string }) => stream.codec_name),
      ['h264', 'klv'],
    );
    const { complaints, frames, widthPx } = probe(path);
    assert.deepEqual({ complaints, frames, widthPx }, { complaints: '', frames: 90, widthPx: 160 });
    const data = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:1', '-c', 'copy', '-f', 'data', '-']);
    assert.deepEqual(data, Buffer.concat(Array.from({ length: 90 }, (_, index) => klv(index))));
  });

  it('goes over the end of its 33-bit clock', { skip: WITHOUT_FFPROBE }, () => {
    const path = join(folder, 'wrap.ts');
    writeFileSync(path, stream(90, 2 ** 33 - 60_000));
    const { complaints, durationS, frames } = probe(path);
    assert.deepEqual([complaints, frames], ['', 90]);
    assert.ok(Math.abs(durationS - 3) < 0.1, `${durationS}`);
  });
});
