import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SegmentViewer } from './segment-viewer.ts';

const PICTURE = Buffer.alloc(100_000);

/** A reader that takes what it is told to take. */
class Reader {
  unsentBytes = 0;
  readonly got: Buffer[] = [];

  send(frame: Buffer): void {
    this.got.push(frame);
    this.unsentBytes += frame.length;
  }
}

describe('a viewer over a WebSocket', () => {
  it('begins with a key frame', () => {
    const reader = new Reader();
    const viewer = new SegmentViewer(reader);
    assert.equal(viewer.sendPicture(PICTURE, false), 'waiting');
    assert.equal(viewer.sendPicture(PICTURE, true), 'sent');
    assert.equal(viewer.sendPicture(PICTURE, false), 'sent');
  });

  it('that reads nothing has at most some pictures waiting, however many come', () => {
    const reader = new Reader();
    const viewer = new SegmentViewer(reader);
    for (let count = 0; count < 1000; count += 1) viewer.sendPicture(PICTURE, count % 60 === 0);
    assert.ok(reader.unsentBytes <= 786_432, `${reader.unsentBytes}`);
    assert.equal(reader.got.length, 7);
  });

  it('goes on with a key frame when it has taken everything, and not before', () => {
    const reader = new Reader();
    const viewer = new SegmentViewer(reader);
    viewer.sendPicture(PICTURE, true);
    while (viewer.sendPicture(PICTURE, false) === 'sent');
    reader.unsentBytes = 1;
    assert.equal(viewer.sendPicture(PICTURE, true), 'skipped');
    reader.unsentBytes = 0;
    assert.equal(viewer.sendPicture(PICTURE, false), 'waiting');
    assert.equal(viewer.sendPicture(PICTURE, true), 'sent');
  });

  it('gets a picture that is larger than all that may wait, when nothing waits', () => {
    const reader = new Reader();
    assert.equal(new SegmentViewer(reader).sendPicture(Buffer.alloc(2_000_000), true), 'sent');
  });

  it('waits for a key frame after another head', () => {
    const reader = new Reader();
    const viewer = new SegmentViewer(reader);
    viewer.sendPicture(PICTURE, true);
    viewer.sendHead([Buffer.alloc(1), Buffer.alloc(2)]);
    assert.equal(viewer.sendPicture(PICTURE, false), 'waiting');
    assert.equal(viewer.sendPicture(PICTURE, true), 'sent');
  });
});
