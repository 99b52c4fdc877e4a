import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { Fragmenter, initSegment } from '@kitestring/video-process/fmp4';
import { CLIP_SETS, clipUnit } from '@kitestring/video-process/test/support';
import { RecordingLibrary } from './recording-library.ts';

const ID = '20260301_103000_+0100';

/** A video as a kill leaves it. */
function unfinishedFilm(): Buffer {
  const fragmenter = new Fragmenter({ sets: CLIP_SETS, framesPerS: 30, fragmentS: 0.4 });
  const head = initSegment({
    size: { widthPx: 160, heightPx: 120 },
    sets: CLIP_SETS,
    createdUs: 1_764_000_000_000_000,
  });
  const fragments = Array.from({ length: 90 }, (_, index) => fragmenter.push(clipUnit(index)) ?? []);
  return Buffer.concat([head, ...fragments.map((bytes) => Uint8Array.from(bytes))]);
}

describe('recordings that a full disk leaves incomplete', { skip: WITHOUT_SMALL_DISKS }, () => {
  it('are tried again after ten times as long as a try takes, so that hours of video do not load a full station', async (t) => {
    using folder = new TestFolder();
    const path = join(folder.path, 'recordings');
    using _disk = new SmallDisk(path, 1);
    mkdirSync(join(path, ID));
    writeFileSync(join(path, ID, 'main.mp4'), unfinishedFilm());
    const rest = join(path, 'rest');
    assert.throws(() => writeFileSync(rest, Buffer.alloc(2 ** 20)), /ENOSPC/);
    const library = await RecordingLibrary.open(path, SILENT_LOG);
    let nowMs = 0;
    // A try takes a minute.
    t.mock.method(performance, 'now', () => (nowMs += 60_000));
    await library.completeRest();
    rmSync(rest);
    const record = join(path, ID, 'recording.json');
    await library.completeRest();
    assert.equal(existsSync(record), false, 'too soon');
    nowMs += 600_000;
    await library.completeRest();
    assert.equal(existsSync(record), true);
  });
});
