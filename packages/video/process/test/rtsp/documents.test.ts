import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { StreamDocuments, type WantedDocuments } from '../../src/rtsp/stream-documents.ts';
import { header, sessionOf } from './raw-viewer.ts';
import { serve } from './scripted-server.ts';

const TRACK = { Transport: 'RTP/AVP/TCP;unicast;interleaved=2-3' };

async function served(t: TestContext) {
  const wanted: WantedDocuments[] = [];
  const documents = new StreamDocuments((now) => wanted.push(now));
  return { wanted, documents, ...(await serve(t, { documents })) };
}

describe('ONVIF metadata over RTSP', () => {
  it('is described to a client whose address asks for it', async (t) => {
    const client = await (await served(t)).viewer();
    const { body } = await client.ask('DESCRIBE', '/zoom?metadata=onvif');
    assert.match(
      body,
      /m=video .*m=application 0 RTP\/AVP 107\r\na=rtpmap:107 vnd.onvif.metadata\/90000\r\n.*a=control:trackID=2\r\n$/s,
    );
    assert.doesNotMatch((await client.ask('DESCRIBE', '/zoom')).body, /application/);
    const without = await (await serve(t)).viewer();
    assert.doesNotMatch((await without.ask('DESCRIBE', '/zoom?metadata=onvif')).body, /application/);
    assert.equal((await without.ask('SETUP', '/zoom/trackID=2', TRACK)).status, 404);
  });

  it('has the time of its picture, and the marker on the last packet of a document', async (t) => {
    const { documents, source, viewer, wanted } = await served(t);
    const client = await viewer();
    documents.add('zoom', { text: 'before' });
    const Session = sessionOf(await client.setUp());
    assert.equal((await client.ask('SETUP', '/zoom/trackID=2', { ...TRACK, Session })).status, 200);
    assert.deepEqual(wanted.at(-1), { streamIds: ['zoom'] });
    documents.add('zoom', { text: 'too early' });
    const played = await client.resume(source, Session);
    assert.match(header(played, 'rtp-info'), /trackID=0;seq=\d+;rtptime=\d+,url=.*trackID=2;seq=\d+;rtptime=\d+$/);
    assert.deepEqual(wanted.at(-1), { streamIds: ['zoom'], begun: 'zoom' });
    const { rtpTime } = source.show();
    const text = `<a>${'x'.repeat(4000)}</a>`;
    documents.add('zoom', { text, rtpTime });
    documents.add('overview', { text: 'of another stream' });
    source.show();
    await client.until(() => client.metadata.length >= 3);
    assert.deepEqual(
      client.metadata.map(({ marker, payloadType, timestamp }) => [marker, payloadType, timestamp]),
      [false, false, true].map((marker) => [marker, 107, rtpTime]),
    );
    assert.equal(Buffer.concat(client.metadata.map(({ payload }) => payload)).toString(), text);
    documents.add('zoom', { text: 'now' });
    const now = source.show();
    await client.until(() => client.metadata.length >= 4);
    assert.equal(client.metadata[3]?.timestamp, now.rtpTime);
  });

  it('is wanted until the last client that has set it up leaves', async (t) => {
    const { source, viewer, wanted } = await served(t);
    const client = await viewer();
    await client.play(source);
    assert.deepEqual(wanted, []);
    const other = await viewer();
    const session = sessionOf(await other.ask('SETUP', '/zoom/trackID=2', TRACK));
    assert.deepEqual(wanted, [{ streamIds: ['zoom'] }]);
    await other.ask('TEARDOWN', '/zoom', { Session: session });
    assert.deepEqual(wanted.at(-1), { streamIds: [] });
  });
});
