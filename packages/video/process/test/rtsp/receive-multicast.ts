/** Sends a stream to its group, lets ffmpeg and GStreamer receive it, and prints what each did as JSON. It needs a network of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_ADDRESS } from '@kitestring/lab-testing/own-network.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { RealClock } from '../../src/rtsp/real-clock.ts';
import { RtspServer } from '../../src/rtsp/rtsp-server.ts';
import { StreamDocuments } from '../../src/rtsp/stream-documents.ts';
import { run } from './programs.ts';
import { RecordedSource, recordPictures } from './recorded-source.ts';
import { SILENT } from './scripted-server.ts';

const [group, port] = ['239.192.7.1', 5600];
const FRAMES = 60;
const DOCUMENT = '<tt:MetadataStream xmlns:tt="http://www.onvif.org/ver10/schema"></tt:MetadataStream>';

/** The stream for a receiver without RTSP. */
const DESCRIPTION = [
  'v=0',
  `o=- 1 1 IN IP4 ${OWN_ADDRESS}`,
  's=zoom',
  `c=IN IP4 ${group}/1`,
  't=0 0',
  `m=video ${port} RTP/AVP 96`,
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1',
  `m=application ${port + 4} RTP/AVP 107`,
  'a=rtpmap:107 vnd.onvif.metadata/90000',
  '',
].join('\r\n');

using folder = new TestFolder();
const source = new RecordedSource(await recordPictures());
const documents = new StreamDocuments(() => {});
const server = await RtspServer.start({
  directory: source,
  authentication: 'off',
  listeners: { rtsp: { host: OWN_ADDRESS, port: 0 } },
  udpPorts: 'any',
  multicast: `${group}:${port}`,
  documents,
  clock: new RealClock(),
  log: SILENT,
});
const telling = setInterval(() => documents.add('zoom', { text: DOCUMENT }), 200);
const sdp = join(folder.path, 'zoom.sdp');
const data = join(folder.path, 'documents.xml');
writeFileSync(sdp, DESCRIPTION);
const url = `rtsp://${OWN_ADDRESS}:${server.ports.rtsp}/zoom?multicast`;

const QUIET = ['-v', 'error', '-stats'];
const nothing = ['-map', '0:v', '-frames:v', String(FRAMES), '-f', 'null', '-'];
const ffmpeg = async (...input: readonly string[]) => {
  const { code, output } = await run('ffmpeg', [...QUIET, ...input]);
  const frames = [...output.matchAll(/frame=\s*(\d+)/g)].map(([, count]) => Number(count)).at(-1) ?? 0;
  return { code, frames, output };
};
const gstreamer = async (...input: readonly string[]) => {
  const sink = ['fakesink', 'silent=false', `num-buffers=${FRAMES}`];
  const chain = ['!', 'rtph264depay', '!', 'h264parse', '!', 'avdec_h264', '!', ...sink];
  const { code, output } = await run('gst-launch-1.0', ['-v', ...input, ...chain]);
  return { code, frames: output.match(/last-message = chain {3}/g)?.length ?? 0, output };
};

const way = ['-rtsp_transport', 'udp_multicast'];
const ffmpegByRtsp = await ffmpeg(...way, '-i', url, ...nothing);
const gstreamerByRtsp = await gstreamer('rtspsrc', `location=${url}`, 'latency=0', 'protocols=udp-mcast');
// Sessions that were torn down leave at once.
const left = source.watching;
server.setStanding([{ streamId: 'zoom', localAddress: OWN_ADDRESS, isJpeg: false, hasDocuments: true }]);
const file = ['-protocol_whitelist', 'file,udp,rtp', '-i', sdp];
const documentsToFile = ['-map', '0:d', '-frames:d', '5', '-c', 'copy', '-y', '-f', 'data', data];
const ffmpegByFile = await ffmpeg(...file, ...nothing, ...documentsToFile);
const gstreamerByFile = await gstreamer('filesrc', `location=${sdp}`, '!', 'sdpdemux', 'latency=0');
server.setStanding([]);
await new Promise(setImmediate);
const texts = readFileSync(data, 'utf8').split(DOCUMENT).length - 1;
const seen = { ffmpegByRtsp, gstreamerByRtsp, ffmpegByFile, gstreamerByFile };
process.stdout.write(JSON.stringify({ seen, texts, left, stopped: source.watching }));
clearInterval(telling);
await server[Symbol.asyncDispose]();
