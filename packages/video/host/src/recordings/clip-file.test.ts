import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { concat, Fragmenter, initSegment } from '@kitestring/video-process/fmp4';
import { CLIP_SETS, clipUnit, HEVC_FILM } from '@kitestring/video-process/test/support';
import { ClipMaker } from './clip-file.ts';

function film(coded?: typeof HEVC_FILM): Uint8Array {
  const sets = coded?.sets ?? CLIP_SETS;
  const fragmenter = new Fragmenter({ sets, framesPerS: 30, fragmentS: 0.4 });
  const pieces = Array.from({ length: 60 }, (_, index) => fragmenter.push(clipUnit(index, undefined, index, coded)));
  const head = initSegment({ size: { widthPx: 160, heightPx: 120 }, sets, createdUs: 1.764e15 });
  return concat(head, ...[...pieces, fragmenter.flush()].filter((piece) => piece !== undefined));
}

it('a clip is of H.264 or of H.265: of both it is refused in one sentence', async () => {
  using folder = new TestFolder();
  const recorded = ([undefined, HEVC_FILM] as const).map((coded, index) => {
    const fileId = `${index}.mp4`;
    writeFileSync(folder.file(fileId), film(coded));
    return { recordingId: 'ID', fileId, path: folder.file(fileId) };
  });
  const [old, hevc] = recorded;
  const clips = [{ recording_id: 'ID' }, { recording_id: 'ID' }];
  const made = async (...films: (typeof recorded)[number][]) => {
    const one = await new ClipMaker().make({ clips: clips.slice(0, films.length) }, films);
    if (one.ok) await one.value.file.close();
    return one.ok ? one.value.pieces.length : one.refusal.message;
  };
  assert.ok(old !== undefined && hevc !== undefined);
  assert.deepEqual([await made(hevc), await made(hevc, hevc)], [2, 3]);
  assert.equal(
    await made(old, hevc),
    'clips[1]: 1.mp4 of ID is coded differently from the first, H.265 160x120 instead of H.264 160x120; make two files',
  );
});
