import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AccessUnit } from '../../src/access-unit.ts';
import { UAS_LOCAL_SET_KEY } from '../../src/klv/local-set.ts';
import { StreamMetadata } from '../../src/klv/stream-metadata.ts';
import { header, type RawViewer, sessionOf } from './raw-viewer.ts';
import { serve } from './scripted-server.ts';

const SECOND_TRACK = 'RTP/AVP/TCP;unicast;interleaved=2-3';

/** A server whose streams have metadata that is fresh at `nowMs` 0. */
async function served(t: TestContext, clockMs: () => number = () => 0) {
  const metadata = new StreamMetadata(clockMs);
  metadata.update('zoom', { timeUs: 0, sensorLatDeg: 46.5, platformHeadingDeg: 90 });
  return serve(t, { metadata });
}

/** Sets up both tracks in one session. */
async function setUpBoth(viewer: RawViewer): Promise<string> {
  const Session = sessionOf(await viewer.setUp());
  const second = await viewer.ask('SETUP', '/zoom/trackID=1', { Transport: SECOND_TRACK, Session });
  assert.equal(second.status, 200);
  return Session;
}

const time = (set: Uint8Array): bigint => new DataView(set.buffer, set.byteOffset).getBigUint64(19);

describe('metadata over RTSP', () => {
  it('is described behind the pictures, and not where there is none', async (t) => {
    const withIt = await (await served(t)).viewer();
    const { body } = await withIt.ask('DESCRIBE', '/zoom');
    assert.match(
      body,
      /m=video .*m=application 0 RTP\/AVP 97\r\na=rtpmap:97 smpte336m\/90000\r\n.*a=control:trackID=1\r\n$/s,
    );
    const without = await (await serve(t)).viewer();
    assert.doesNotMatch((await without.ask('DESCRIBE', '/zoom')).body, /application/);
    assert.equal((await without.ask('SETUP', '/zoom/trackID=1', { Transport: SECOND_TRACK })).status, 404);
  });

  it('comes ten times a second with the time of its picture, each set in one packet', async (t) => {
    const { source, server, viewer } = await served(t);
    const client = await viewer();
    const played = await client.resume(source, await setUpBoth(client));
    assert.match(header(played, 'rtp-info'), /trackID=0;seq=\d+;rtptime=\d+,url=.*trackID=1;seq=\d+;rtptime=\d+$/);
    const units: AccessUnit[] = Array.from({ length: 29 }, (_, index) =>
      source.show({ realTimeMs: 1.7e12 + index * 33 }),
    );
    await client.until(() => client.packets.filter(({ marker }) => marker).length >= 30);
    assert.equal(client.metadata.length, 10);
    for (const { marker, payload, payloadType } of client.metadata) {
      assert.deepEqual([payloadType, marker], [97, true]);
      assert.deepEqual(Buffer.from(payload.subarray(0, 16)), Buffer.from(UAS_LOCAL_SET_KEY));
    }
    const third = client.metadata[2];
    const picture = units.find(({ rtpTime }) => rtpTime === third?.timestamp);
    assert.equal(time(third?.payload ?? new Uint8Array(32)), BigInt(picture?.takenUs ?? 0));
    const [tcp] = server.report.viewers;
    assert.equal(tcp?.viewers, 1);
  });

  it('goes to nobody who has not asked for it, and is not missed', async (t) => {
    const { source, viewer } = await served(t);
    const client = await viewer();
    await client.play(source);
    source.show();
    await client.until(() => client.packets.filter(({ marker }) => marker).length >= 2);
    assert.deepEqual(client.metadata, []);
  });

  it('can be had alone, but neither twice nor once it plays', async (t) => {
    const { source, viewer } = await served(t);
    const client = await viewer();
    const first = await client.ask('SETUP', '/zoom/trackID=1', { Transport: SECOND_TRACK });
    const Session = sessionOf(first);
    const again = await client.ask('SETUP', '/zoom/trackID=1', { Transport: SECOND_TRACK, Session });
    assert.equal(again.status, 455);
    await client.resume(source, Session);
    await client.until(() => client.metadata.length === 1);
    assert.deepEqual(client.packets, []);
    const late = await client.ask('SETUP', '/zoom/trackID=0', { Transport: 'RTP/AVP/TCP;interleaved=0-1', Session });
    assert.equal(late.status, 455);
  });

  it('is silent when nobody says any more where the camera is', async (t) => {
    let nowMs = 0;
    const { source, viewer } = await served(t, () => nowMs);
    const client = await viewer();
    await client.resume(source, await setUpBoth(client));
    nowMs = 1500;
    for (let count = 0; count < 10; count += 1) source.show();
    await client.until(() => client.packets.filter(({ marker }) => marker).length >= 11);
    assert.equal(client.metadata.length, 1);
  });
});
