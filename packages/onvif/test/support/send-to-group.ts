/** Has a camera send its pictures to a group by its services alone, lets ffmpeg receive them, and prints what it saw as JSON. It needs a network of its own. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_ADDRESS } from '@kitestring/lab-testing/own-network.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { post, securityHeader, soapMessage } from './soap-client.ts';

const [url = '', user = '', password = ''] = process.argv.slice(2);
const GROUP = '239.255.79.1';
const WITHIN_MS = 60_000;
const TRIES = 4;
const PORTS = { H264: 6000, JPEG: 6010 };
const FORMATS = {
  H264: 'm=video 6000 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1',
  JPEG: 'm=video 6010 RTP/AVP 26',
};

async function ask(call: string): Promise<void> {
  const { status, text } = await post(
    url,
    soapMessage(call, securityHeader({ user, password, createdMs: Date.now() })),
  );
  if (status !== 200) throw new Error(`${call}: ${status} ${text}`);
}

using folder = new TestFolder();

/** @returns mean brightness of each picture. ffmpeg waits 10 s only, and a camera on a busy machine may take longer for its first picture */
function received(codec: keyof typeof PORTS): readonly number[] {
  const file = join(folder.path, `${codec}.sdp`);
  const head = ['v=0', `o=- 1 1 IN IP4 ${OWN_ADDRESS}`, 's=zoom', `c=IN IP4 ${GROUP}/1`, 't=0 0'];
  writeFileSync(file, `${[...head, FORMATS[codec]].join('\r\n')}\r\n`);
  const input = ['-v', 'error', '-protocol_whitelist', 'file,udp,rtp', '-i', file];
  const output = ['-frames:v', '5', '-vf', 'signalstats,metadata=print:file=-', '-f', 'null', '-'];
  let means: readonly number[] = [];
  for (let tries = 0; tries < TRIES && means.length === 0; tries += 1) {
    const { stdout } = spawnSync('ffmpeg', [...input, ...output], { timeout: WITHIN_MS, encoding: 'utf8' });
    means = [...stdout.matchAll(/YAVG=([\d.]+)/g)].map(([, mean]) => Number(mean));
  }
  return means;
}

const seen: Record<string, readonly number[]> = {};
for (const codec of ['H264', 'JPEG'] as const) {
  const group = `<Multicast><Address><Type>IPv4</Type><IPv4Address>${GROUP}</IPv4Address></Address><Port>${PORTS[codec]}</Port></Multicast>`;
  const size = '<Resolution><Width>640</Width><Height>360</Height></Resolution>';
  await ask(
    `trt:SetVideoEncoderConfiguration <Configuration token="vec_zoom"><Encoding>${codec}</Encoding>${size}${group}</Configuration>`,
  );
  await ask('trt:StartMulticastStreaming <ProfileToken>zoom</ProfileToken>');
  seen[codec] = received(codec);
  await ask('trt:StopMulticastStreaming <ProfileToken>zoom</ProfileToken>');
}
process.stdout.write(JSON.stringify(seen));
