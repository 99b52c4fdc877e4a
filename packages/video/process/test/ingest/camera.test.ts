import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { nalType } from '../../src/encode/nal-units.ts';
import { CLIP, CLIP_SETS } from '../support/clip.ts';
import { ClipCamera } from './clip-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const hex = (nals: readonly Uint8Array[]): string => nals.map((nal) => Buffer.from(nal).toString('hex')).join(' ');

describe('a real camera', () => {
  for (const transport of ['tcp', 'udp'] as const) {
    it(`gives its pictures on as they are, over ${transport}`, async () => {
      await using camera = await ClipCamera.start(0, { udpPorts: 'any' });
      using watched = new WatchedCamera(
        transport === 'tcp' ? camera.url : camera.url.replace('rtsp:', 'rtspu:'),
        PATIENT,
      );
      await watched.until(() => watched.units.length >= 70);
      assert.deepEqual(watched.states, [
        { state: 'connecting' },
        { state: 'live', size: { widthPx: 160, heightPx: 120 }, codec: 'H.264', framesPerS: 30 },
      ]);
      assert.ok(watched.units[0]?.isKeyFrame);
      const sent = CLIP.map(hex);
      const begin = sent.indexOf(hex(watched.units[0]?.nals ?? []));
      for (const [index, unit] of watched.units.entries()) {
        assert.equal(hex(unit.nals), sent[(begin + index) % sent.length]);
      }
      assert.deepEqual(await watched.source.parameterSets(), {
        sps: Buffer.from(CLIP_SETS.sps),
        pps: Buffer.from(CLIP_SETS.pps),
      });
    });
  }

  it('counts time on with the clock of the station', async () => {
    await using camera = await ClipCamera.start();
    const beginMs = Date.now();
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.units.length >= 40);
    const steps = watched.units.slice(1).map(({ rtpTime }, index) => rtpTime - (watched.units[index]?.rtpTime ?? 0));
    assert.deepEqual([...new Set(steps)], [3000]);
    for (const { takenUs, realTimeMs } of watched.units) {
      assert.ok(
        realTimeMs > beginMs - 1000 && realTimeMs <= Date.now() + 50,
        `taken ${realTimeMs - beginMs} ms after the beginning`,
      );
      assert.equal(takenUs, realTimeMs * 1000);
    }
  });

  it('is lost and comes back by itself, and who watches goes on watching', async () => {
    const port = await freePort();
    const first = await ClipCamera.start(port);
    const limits = { ...PATIENT.limits, graceMs: 3_600_000, retryMs: { first: 50, most: 200, hopeless: 200 } };
    using watched = new WatchedCamera(first.url, { limits });
    await watched.until(() => watched.units.length >= 3);
    await first[Symbol.asyncDispose]();
    await watched.until(() => watched.reason !== undefined);
    await assert.rejects(watched.source.parameterSets());
    assert.deepEqual(watched.source.newest, []);
    const before = watched.units.length;
    await using _second = await ClipCamera.start(port);
    await watched.until(() => watched.units.length > before + 3);
    assert.equal(watched.ends, 0);
    assert.ok(watched.units[before]?.isKeyFrame);
    const times = watched.units.map(({ rtpTime }) => rtpTime);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.equal(watched.states.at(-1)?.state, 'live');
  });

  it('keeps its newest pictures for a snapshot, from a key frame on', async () => {
    await using camera = await ClipCamera.start();
    using watched = new WatchedCamera(camera.url, PATIENT);
    await watched.until(() => watched.units.length >= 45);
    const units = watched.source.newest;
    assert.deepEqual(watched.source.size, { widthPx: 160, heightPx: 120 });
    assert.deepEqual(units.map(({ isKeyFrame }) => isKeyFrame).indexOf(true), 0);
    assert.deepEqual(units.at(-1), watched.units.at(-1));
    assert.ok(units[0]?.nals.some((nal) => nalType(nal) === 7));
  });
});
