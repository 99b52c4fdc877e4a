import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { CLIP_SETS, clipUnit, HEVC_FILM } from '../../test/support/clip.ts';
import { demuxed } from '../../test/support/demuxed.ts';
import { probe } from '../../test/support/ffprobe.ts';
import { missing } from '../../test/support/index.ts';
import { box, concat, letters } from '../fmp4/box.ts';
import { Fragmenter } from '../fmp4/fragmenter.ts';
import { initSegment } from '../fmp4/init-segment.ts';
import { boxAt, readBoxes, viewOf } from '../fmp4/read-boxes.ts';
import { readFilm } from '../fmp4/scan.ts';
import { clipMovie } from './clip-movie.ts';
import { type Cut, type CutRange, readCut } from './read-cut.ts';

/** A film of 5 s with a key frame each second and three texts a second; a stream may be lost after some pictures. One of H.265 has a key frame each half second. */
function film(lostAfter = 150, coded?: typeof HEVC_FILM, text = (index: number) => `text ${index}`): Uint8Array {
  const sets = coded?.sets ?? CLIP_SETS;
  const fragmenter = new Fragmenter({ sets, framesPerS: 30, fragmentS: 0.4 });
  const pieces = Array.from({ length: 150 }, (_, index) => {
    const { rtpTime, ...unit } = clipUnit(index, undefined, index, coded);
    const time = rtpTime + (index < lostAfter ? 0 : 10 * 90_000);
    return fragmenter.push({ ...unit, rtpTime: time }, undefined, index % 10 === 0 ? text(index) : undefined);
  });
  const size = { widthPx: 160, heightPx: 120 };
  const head = initSegment({ size, sets, createdUs: 1.764e15, hasText: true });
  return concat(head, ...[...pieces, fragmenter.flush()].filter((piece) => piece !== undefined));
}

async function cut(bytes: Uint8Array, range: Omit<CutRange, 'picturesMax'>, picturesMax = 1000) {
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const found = await readFilm({ size: bytes.length, read });
  assert.ok(found);
  return await readCut(found, { ...range, picturesMax });
}

function whole(films: readonly Uint8Array[], cuts: readonly (Cut | object)[], shownS?: number): Uint8Array {
  const { head, stretches } = clipMovie(cuts as readonly Cut[], { createdUs: 1.764e15, place: '+46+011/', shownS });
  return concat(
    head,
    ...stretches.map(({ film, length, offset }) => films[film]?.subarray(offset, offset + length) ?? new Uint8Array()),
  );
}

const tracks = (bytes: Uint8Array) =>
  readBoxes(boxAt(bytes.subarray(0, Buffer.from(bytes).indexOf('mdat') - 4), 'moov'))
    .filter(({ type }) => type === 'trak')
    .map(({ content }) => content);

/** Numbers of a table of this many columns. */
function rows(table: Uint8Array, type: string, columns: number, from = 8): number[][] {
  const view = viewOf(boxAt(table, type));
  return Array.from({ length: (view.byteLength - from) / 4 / columns }, (_, row) =>
    Array.from({ length: columns }, (_, column) => view.getUint32(from + (row * columns + column) * 4)),
  );
}

/** Texts of the second track, each with its begin in seconds. */
function texts(bytes: Uint8Array): readonly string[] {
  const table = boxAt(tracks(bytes)[1] ?? bytes, 'mdia', 'minf', 'stbl');
  const durations = rows(table, 'stts', 2).flatMap(([count, duration = 0]) => Array<number>(count ?? 0).fill(duration));
  const sizes = rows(table, 'stsz', 1, 12).flat();
  const perChunk = rows(table, 'stsc', 3);
  const found: string[] = [];
  let time = 0;
  for (const [index, [offset = 0]] of rows(table, 'stco', 1).entries()) {
    const [, count = 0] = perChunk.findLast(([first = 0]) => first <= index + 1) ?? [];
    let at = offset;
    for (let left = count; left > 0; left -= 1) {
      const size = sizes[found.length] ?? 0;
      const text = Buffer.from(bytes.subarray(at + 2, at + size)).toString();
      at += size;
      time += durations[found.push(`${(time / 90_000).toFixed(3)} ${text}`) - 1] ?? 0;
    }
  }
  return found;
}

const edits = (track: Uint8Array | undefined) => {
  const list = viewOf(boxAt(track ?? new Uint8Array(), 'edts', 'elst'));
  return Array.from({ length: list.getUint32(4) }, (_, row) =>
    [8, 16].map((at) => Number(list.getBigUint64(row * 20 + at)) / 90_000),
  );
};

describe('a clip', () => {
  it('has the pictures from the key frame before it, each whole, and an edit to where it begins', async () => {
    const bytes = film();
    const clip = whole([bytes], [await cut(bytes, { fromS: 1.5, toS: 3 })]);
    assert.deepEqual(tracks(clip).map(edits), [[[1.5, 0.5]], [[1.5, 0.5]]]);
    const { pictures } = await demuxed(clip);
    assert.equal(pictures.length, 60);
    const original = await demuxed(bytes);
    for (const [index, { bytes: picture, isKey }] of pictures.entries()) {
      assert.equal(isKey, index % 30 === 0);
      assert.deepEqual(picture, original.pictures[30 + index]?.bytes, `picture ${index}`);
    }
  });

  it('has the texts of its pictures at their times', async () => {
    const bytes = film();
    const clip = whole([bytes], [await cut(bytes, { fromS: 2, toS: 3 })]);
    assert.deepEqual(texts(clip), ['0.000 text 60', '0.333 text 70', '0.667 text 80']);
  });

  it('of several films has one after the other, with no text between them', async () => {
    const films = [film(), film()];
    const ranges = [
      { fromS: 0.5, toS: 1 },
      { fromS: 4, toS: undefined },
    ];
    const cuts = await Promise.all(ranges.map((range, index) => cut(films[index] ?? new Uint8Array(), range)));
    const clip = whole(films, cuts);
    assert.deepEqual(edits(tracks(clip)[0]), [
      [0.5, 0.5],
      [1, 1],
    ]);
    assert.deepEqual(
      texts(clip).map((text) => text.slice(6)),
      ['text 0', 'text 10', 'text 20', 'text 120', 'text 130', 'text 140'],
    );
  });

  it('as a time-lapse has key frames only, each with its text', async () => {
    const bytes = film();
    const clip = whole([bytes], [await cut(bytes, { fromS: 0, toS: undefined, everyS: 2 })], 0.04);
    assert.deepEqual(texts(clip), ['0.000 text 0', '0.040 text 60', '0.080 text 120']);
    const { durationS, pictures } = await demuxed(clip);
    assert.deepEqual([pictures.length, Number(durationS.toFixed(6))], [3, 0.12]);
  });

  it('as a time-lapse stays in time with its interval where key frames come later', async () => {
    const clip = whole([film()], [await cut(film(), { fromS: 0, toS: undefined, everyS: 1.5 })], 0.04);
    // Due at 0, 1.5 and 3 s, with a key frame each second.
    assert.deepEqual(texts(clip), ['0.000 text 0', '0.040 text 60', '0.080 text 90']);
  });

  it('is refused above a number of pictures', async () => {
    assert.deepEqual(await cut(film(), { fromS: 0, toS: 5 }, 149), { why: 'long' });
    assert.ok('pictures' in (await cut(film(), { fromS: 0, toS: 5 }, 150)));
  });

  it('is refused beyond the end of a film, and over a gap', async () => {
    assert.deepEqual(await cut(film(), { fromS: 1, toS: 5.2 }), { why: 'beyond', endS: 5 });
    assert.deepEqual(await cut(film(), { fromS: 5, toS: undefined }), { why: 'beyond', endS: 5 });
    const [fromS, toS] = [59 / 30, 12];
    assert.deepEqual(await cut(film(60), { fromS: 1, toS: 3 }), { why: 'gap', fromS, toS });
    assert.ok('pictures' in (await cut(film(60), { fromS: 12, toS: 13 })));
    assert.ok('pictures' in (await cut(film(60), { fromS: 0, toS: 1.9 })));
  });
});

describe('a clip of H.265', () => {
  const hevc = () => film(150, HEVC_FILM, (index) => `Lat:46.5000000 Lon:11.${100 + index} UTC:20260616T132946.066Z`);
  const range = { fromS: 1.2, toS: 3 };

  it('is `hvc1` with its configuration, whole pictures and their texts, and an edit to where it begins', async () => {
    const bytes = hevc();
    const clip = whole([bytes], [await cut(bytes, range)]);
    assert.ok(Buffer.from(clip).includes('hvc1') && Buffer.from(clip).includes('hvcC'));
    assert.deepEqual(tracks(clip).map(edits), [[[1.8, 0.2]], [[1.8, 0.2]]]);
    const original = await demuxed(bytes);
    const { codec, pictures } = await demuxed(clip);
    assert.deepEqual([codec, pictures.length], [original.codec, 60]);
    for (const [index, { bytes: picture, isKey }] of pictures.entries()) {
      assert.equal(isKey, index % 15 === 0);
      assert.deepEqual(picture, original.pictures[30 + index]?.bytes, `picture ${index}`);
    }
    assert.equal(texts(clip).length, 6);
  });

  it('names no brand of H.264, though a film of an earlier version did', async () => {
    const bytes = hevc();
    const [, second] = readBoxes(bytes);
    const type = bytes.subarray(8, second?.offset);
    const earlier = concat(box('ftyp', type, letters('avc1')), bytes.subarray(second?.offset));
    const clip = whole([earlier], [await cut(earlier, range)]);
    assert.ok(Buffer.from(earlier).includes('avc1') && !Buffer.from(clip).includes('avc1'));
    assert.equal((await demuxed(earlier)).pictures.length, 150);
    assert.equal((await demuxed(clip)).pictures.length, 60);
    const h264 = film();
    assert.equal(Buffer.from(whole([h264], [await cut(h264, range)])).toString('latin1', 28, 32), 'avc1');
  });

  it('is decoded by ffmpeg: a stretch, several, and a time-lapse', { skip: missing('ffmpeg', 'ffprobe') }, async () => {
    using folder = new TestFolder();
    const bytes = hevc();
    const part = await cut(bytes, range);
    const made = {
      one: whole([bytes], [part]),
      two: whole([bytes, bytes], [part, await cut(bytes, { fromS: 4, toS: undefined })]),
      lapse: whole([bytes], [await cut(bytes, { fromS: 0, toS: undefined, everyS: 1 })], 0.04),
    };
    const read = Object.entries(made).map(([name, clip]) => {
      const path = folder.file(`${name}.mp4`);
      writeFileSync(path, clip);
      const { codec, complaints, frames } = probe(path);
      return [name, codec, frames, complaints];
    });
    assert.deepEqual(read, [
      // The edit leaves out the six pictures before its begin.
      ['one', 'hevc', 54, ''],
      ['two', 'hevc', 84, ''],
      ['lapse', 'hevc', 5, ''],
    ]);
  });

  it('has positions that exiftool reads', { skip: missing('exiftool') }, async () => {
    using folder = new TestFolder();
    const bytes = hevc();
    const path = folder.file('clip.mp4');
    writeFileSync(path, whole([bytes], [await cut(bytes, { fromS: 1, toS: 3 })]));
    const [read] = JSON.parse(execFileSync('exiftool', ['-j', '-n', '-ee', '-G3', path], { encoding: 'utf8' }));
    assert.deepEqual(
      [1, 2, 6].map((text) => Number(read[`Doc${text}:GPSLongitude`])),
      [11.13, 11.14, 11.18],
    );
    assert.equal(read['Main:CompressorID'] ?? read['Track1:CompressorID'], 'hvc1');
    assert.deepEqual(read['Main:CompatibleBrands'], ['isom', 'iso5', 'iso6', 'mp41']);
  });
});
