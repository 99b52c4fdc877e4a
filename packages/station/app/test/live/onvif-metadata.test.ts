import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { missingCodecs, RawViewer, sessionOf } from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

/** The smallest: its objects come with pictures that are drawn. */
const STREAM = 'thermal';
const METADATA = { Transport: 'RTP/AVP/TCP;unicast;interleaved=2-3' };
const END = '</tt:MetadataStream>';

it('ONVIF metadata has the objects of the pictures of its stream', {
  skip: missingCodecs(),
}, async () => {
  await using station = await VideoStation.start({ onvif: { port: 0, discovery: false } });
  const streams = (await station.client.get('videostreams')).body as VideoStreamInfo[];
  const { pathname, port, search } = new URL(streams.find(({ stream_id: id }) => id === STREAM)?.rtsp_url ?? '');
  // Until the stream has its first picture, which takes long on a busy machine, a description is answered 503.
  const watching = await station.watch(STREAM);
  const viewer = await RawViewer.open(Number(port));
  const described = await viewer.ask('DESCRIBE', `${pathname}${search}&metadata=onvif`);
  assert.match(described.body, /vnd\.onvif\.metadata\/90000\r\n.*trackID=2/s);
  const Session = sessionOf(await viewer.ask('SETUP', `${pathname}/trackID=2${search}`, METADATA));
  assert.equal((await viewer.ask('PLAY', `${pathname}${search}`, { Session })).status, 200);
  const received = () => Buffer.concat(viewer.metadata.map(({ payload }) => payload)).toString();
  await viewer.until(() => received().split('<tt:Frame ').length > 3);
  const documents = received().split(END).slice(0, -1);
  assert.equal(viewer.metadata.filter(({ marker }) => marker).length, documents.length);
  assert.match(documents[0] ?? '', /<tt:PTZStatus>.*Name="InputToken" Value="flying"/);
  assert.match(documents.at(-1) ?? '', /<tt:Frame UtcTime="[^"]+">/);
  viewer.destroy();
  watching.destroy();
});
