import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlayerState } from '@kitestring/video-player/player-state.ts';
import { type PictureFacts, pictureHealth } from './picture-health.ts';

const playing = (latencyMs?: number): PlayerState => ({
  kind: 'playing',
  path: 'mse',
  latencyMs,
  frameAgeMs: 20,
  framesPerS: 30,
  isOverBudget: false,
  size: { widthPx: 1280, heightPx: 720 },
});

const HEALTHY: PictureFacts = {
  player: playing(120),
  shownAtMs: 9980,
  nowMs: 10_000,
  staleBy: undefined,
  isLinkSlow: false,
  isKiteLost: false,
  isCameraOnline: true,
  isVideoOff: false,
  streamCount: 3,
};

describe('the health of the picture', () => {
  it('is live while pictures come', () => {
    assert.deepEqual(pictureHealth(HEALTHY), { kind: 'live' });
    assert.deepEqual(pictureHealth({ ...HEALTHY, player: playing() }), { kind: 'live' });
  });

  it('is frozen as soon as none has been shown for 1.5 s, whatever the player says', () => {
    assert.equal(pictureHealth({ ...HEALTHY, nowMs: 11_480 }).kind, 'live');
    assert.deepEqual(pictureHealth({ ...HEALTHY, nowMs: 14_100 }), { kind: 'frozen', ageS: 4, reason: undefined });
  });

  it('is late when it moves but shows what was long ago', () => {
    assert.deepEqual(pictureHealth({ ...HEALTHY, player: playing(3240) }), { kind: 'late', ageS: 3.2 });
  });

  it('says why there is none, the cause of the others first', () => {
    const none = (change: Partial<PictureFacts>) => {
      const health = pictureHealth({ ...HEALTHY, shownAtMs: undefined, ...change });
      return health.kind === 'none' ? health.reason : health.kind;
    };
    const lost: PlayerState = { kind: 'waiting', retryInMs: 1000, reason: 'no-pictures' };
    assert.equal(none({ player: undefined }), 'loading');
    assert.equal(none({ player: { kind: 'connecting', path: 'webrtc' } }), 'connecting');
    assert.equal(none({ player: { kind: 'connecting', path: 'webrtc' }, isLinkSlow: true }), 'slowLink');
    assert.equal(none({ player: lost }), 'streamLost');
    assert.equal(none({ player: lost, isLinkSlow: true }), 'streamLost');
    assert.equal(none({ player: lost, isCameraOnline: false }), 'cameraOff');
    assert.equal(none({ player: lost, isCameraOnline: false, isKiteLost: true }), 'kiteLost');
    assert.equal(none({ player: undefined, streamCount: 0 }), 'noCamera');
    assert.equal(none({ player: undefined, streamCount: undefined }), 'loading');
    assert.equal(none({ player: undefined, streamCount: undefined, isVideoOff: true }), 'videoOff');
    assert.equal(none({ player: lost, staleBy: 'silent' }), 'stationSilent');
    assert.equal(none({ player: lost, staleBy: 'ended' }), 'sessionEnded');
    const unreached: PlayerState = { kind: 'waiting', retryInMs: 1000, reason: 'unreachable' };
    assert.equal(none({ player: unreached }), 'noVideoLink');
    assert.equal(none({ player: { kind: 'ended', reason: 'not-supported' } }), 'notSupported');
    assert.equal(none({ player: { kind: 'waiting', retryInMs: 1000, reason: 'undecodable' } }), 'undecodable');
  });

  it('keeps the age of a picture that stands while the player waits', () => {
    const player: PlayerState = { kind: 'waiting', retryInMs: 500, reason: 'no-pictures' };
    const health = pictureHealth({ ...HEALTHY, player, nowMs: 22_000 });
    assert.deepEqual(health, { kind: 'frozen', ageS: 12, reason: 'streamLost' });
  });
});
