import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { header, sessionOf } from './raw-viewer.ts';
import { serve } from './scripted-server.ts';

const TCP = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' };
const METADATA = { Transport: 'RTP/AVP/TCP;unicast;interleaved=2-3' };

describe('JPEG over RTSP', () => {
  it('is described to a client whose address asks for it, without waiting for the encoder of H.264', async (t) => {
    const { source, viewer } = await serve(t);
    const client = await viewer();
    const { body } = await client.ask('DESCRIBE', '/zoom?video=jpeg');
    assert.match(
      body,
      /m=video 0 RTP\/AVP 26\r\na=rtpmap:26 JPEG\/90000\r\na=framerate:30\r\na=framesize:26 640-480\r\n.*a=control:trackID=3\r\n$/s,
    );
    assert.doesNotMatch(body, /H264/);
    assert.equal(source.wasAsked, false);
    assert.match((await client.ask('DESCRIBE', '/zoom')).body, /H264\/90000.*trackID=0/s);
  });

  it('is not found where the source has none', async (t) => {
    const { source, viewer } = await serve(t);
    source.hasJpeg = false;
    const client = await viewer();
    assert.equal((await client.ask('DESCRIBE', '/zoom?video=jpeg')).status, 404);
    assert.equal((await client.ask('SETUP', '/zoom/trackID=3', TCP)).status, 404);
    assert.equal((await client.ask('SETUP', '/zoom?video=jpeg', TCP)).status, 404);
  });

  it('is wanted only while a client that has set it up plays', async (t) => {
    const { source, viewer } = await serve(t);
    const other = await viewer();
    await other.play(source);
    assert.equal(source.wantsJpeg, false);
    const client = await viewer();
    const Session = sessionOf(await client.ask('SETUP', '/zoom?video=jpeg', TCP));
    assert.equal(source.wantsJpeg, false);
    const played = await client.resume(source, Session);
    assert.match(header(played, 'rtp-info'), /trackID=3;seq=/);
    assert.equal(source.wantsJpeg, true);
    const { rtpTime } = source.show({ bytes: 3000 });
    await client.until(() => client.packets.some(({ timestamp }) => timestamp === rtpTime));
    const packets = client.packets.filter(({ timestamp }) => timestamp === rtpTime);
    await client.until(() => client.packets.at(-1)?.marker === true);
    for (const { payloadType } of packets) assert.equal(payloadType, 26);
    await client.ask('TEARDOWN', '/zoom', { Session });
    assert.equal(source.wantsJpeg, false);
    assert.equal(source.watching, 1);
  });

  it('comes beside the metadata of the same session, which wants no H.264', async (t) => {
    const { source, viewer } = await serve(t, { metadata: { setOf: () => Buffer.from('set') } });
    const client = await viewer();
    const Session = sessionOf(await client.ask('SETUP', '/zoom/trackID=3', TCP));
    assert.equal((await client.ask('SETUP', '/zoom/trackID=1', { ...METADATA, Session })).status, 200);
    await client.resume(source, Session);
    assert.deepEqual([source.wantsVideo, source.keyFramesAsked], [false, 0]);
    await client.until(() => client.packets.length > 0 && client.metadata.length > 0);
    assert.equal(client.packets[0]?.timestamp, client.metadata[0]?.timestamp);
  });

  it('skips pictures for a client that reads too slowly, and keeps no more than the limit', async (t) => {
    const backlogBytes = 200_000;
    const { server, source, viewer } = await serve(t, { limits: { backlogBytes } });
    const client = await viewer();
    await client.resume(source, sessionOf(await client.ask('SETUP', '/zoom/trackID=3', TCP)));
    client.socket.pause();
    const track = () => server.stats.sessions[0]?.tracks[0] ?? assert.fail('no track');
    for (let picture = 0; picture < 400 && track().framesSkipped < 10; picture += 1) {
      source.show({ bytes: 50_000 });
      await new Promise(setImmediate);
      assert.ok(track().backlogBytes <= backlogBytes + 60_000, `${track().backlogBytes}`);
    }
    assert.ok(track().framesSkipped >= 10);
    const seen = client.packets.length;
    client.socket.resume();
    await client.until(() => track().backlogBytes === 0);
    const { rtpTime } = source.show();
    await client.until(() => client.packets.at(-1)?.timestamp === rtpTime);
    assert.ok(client.packets.length > seen);
  });
});
