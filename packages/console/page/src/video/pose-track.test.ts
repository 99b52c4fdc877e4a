import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSeenAlike, PoseTrack, type ShownView } from './pose-track.ts';

const view = (panDeg: number, horizontalDeg = 90): ShownView => ({
  panDeg,
  tiltDeg: panDeg / 10,
  rollDeg: 0,
  horizontalDeg,
  verticalDeg: 60,
  zoom: 1,
});

describe('the track of poses', () => {
  it('knows nothing before the first', () => {
    assert.equal(new PoseTrack().at(0), undefined);
  });

  it('tells the pose between two, over South too', () => {
    const track = new PoseTrack();
    track.add(view(170), 0);
    track.add(view(-170), 100);
    assert.equal(track.at(50)?.panDeg, 180);
    assert.equal(track.at(25)?.panDeg, 175);
  });

  it('stays at the newest, and begins with the oldest', () => {
    const track = new PoseTrack();
    track.add(view(10), 100);
    track.add(view(20), 200);
    assert.equal(track.at(5000)?.panDeg, 20);
    assert.equal(track.at(0)?.panDeg, 10);
  });

  it('changes the field of view at once', () => {
    const track = new PoseTrack();
    track.add(view(0, 90), 0);
    track.add(view(0, 45), 100);
    assert.equal(track.at(99)?.horizontalDeg, 90);
    assert.equal(track.at(100)?.horizontalDeg, 45);
  });

  it('keeps no more than it needs', () => {
    const track = new PoseTrack();
    for (let tick = 0; tick < 1000; tick += 1) track.add(view(tick % 100), tick * 100);
    assert.equal(track.at(0)?.panDeg, 70, 'the oldest of the last thirty');
  });
});

describe('two views', () => {
  it('are alike while angles tremble by less than a pixel, at the zoom that there is', () => {
    assert.ok(isSeenAlike(view(39.22), view(39.26)));
    assert.ok(!isSeenAlike(view(39.2), view(39.3)));
    assert.ok(!isSeenAlike(view(39.22, 3), view(39.26, 3)));
    assert.ok(!isSeenAlike(undefined, view(1)));
  });
});
