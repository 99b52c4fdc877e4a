import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import type { TestContext } from 'node:test';
import { NO_VERSION_6 } from '@kitestring/lab-testing/own-network.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { CaseCamera, each, notApplicable, type SpecificationCase } from './case-camera.ts';
import { freePort, StreamingCamera, type Track, type Transport, whyNoGroups } from './streaming-camera.ts';

const NO_AUDIO = notApplicable('there is no audio');
const NO_CODEC = notApplicable('the encoder does not have the codec');
const NO_TLS = notApplicable('the tunnel is not offered by HTTPS');
const NO_WEBSOCKET = notApplicable('RTSP over WebSocket is not offered');
const GROUPS_OF_4 = notApplicable('groups are of IPv4');
const hasVersion6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

type Service = 'trt' | 'tr2';

const encoded = (settings: string) =>
  `trt:SetVideoEncoderConfiguration <Configuration token="vec_zoom">${settings}</Configuration>`;

const plays =
  (service: Service, by: Transport, track: Track = 'video') =>
  async (camera: CaseCamera, t: TestContext) => {
    const reason = by === 'multicast' && (await whyNoGroups());
    if (reason !== false) return t.skip(reason);
    const streaming = await StreamingCamera.start(camera, t, service);
    if (track === 'jpeg') await camera.ok(encoded('<Encoding>JPEG</Encoding>'));
    return streaming.plays(by, track);
  };

/** The same by IPv6. */
const plays6 =
  (service: Service, by: Transport, track: Track = 'video'): SpecificationCase =>
  async (_, t) => {
    if (!hasVersion6) return t.skip(NO_VERSION_6);
    await using camera = await CaseCamera.start({ host: '::1' });
    return await plays(service, by, track)(camera, t);
  };

/** Every stream at once, as many times as the device guarantees. @param bys transports, in turn */
const playsAll =
  (service: Service, ...bys: readonly Transport[]) =>
  async (camera: CaseCamera, t: TestContext) => {
    const reason = bys.includes('multicast') && (await whyNoGroups());
    if (reason !== false) return t.skip(reason);
    const streaming = await StreamingCamera.start(camera, t, service);
    let count = 0;
    const watched = [];
    for (const name of ['zoom', 'thermal'] as const) {
      const of = `<ConfigurationToken>vsc_${name}</ConfigurationToken>`;
      const text =
        service === 'trt'
          ? await camera.ok(`trt:GetGuaranteedNumberOfVideoEncoderInstances ${of}`)
          : await camera.ok(`tr2:GetVideoEncoderInstances ${of}`);
      const total = Number(/Total(?:Number)?>(\d+)</.exec(text)?.[1]);
      assert.ok(total > 0);
      for (let at = 0; at < total; at += 1) {
        watched.push(await streaming.watch(bys[count % bys.length] ?? 'tcp', 'video', name));
        count += 1;
      }
    }
    for (const { end } of watched) await end();
  };

const asksForKeyFrame = (service: Service) => async (camera: CaseCamera, t: TestContext) => {
  const streaming = await StreamingCamera.start(camera, t, service);
  const { end } = await streaming.watch('tcp');
  const before = streaming.source('zoom').keyFramesAsked;
  await camera.ok(`${service}:SetSynchronizationPoint <ProfileToken>zoom</ProfileToken>`);
  assert.equal(streaming.source('zoom').keyFramesAsked, before + 1);
  await end();
};

/** The whole state comes again. */
async function synchronizesMetadata(camera: CaseCamera, t: TestContext): Promise<void> {
  const streaming = await StreamingCamera.start(camera, t, 'tr2');
  const { end } = await streaming.watch('tcp', 'metadata');
  const initial = () => camera.device.station.sent.filter(({ text }) => text.includes('"Initialized"')).length;
  const before = initial();
  await camera.ok('tr2:SetSynchronizationPoint <ProfileToken>zoom</ProfileToken>');
  await until('the state', () => initial() > before || undefined);
  await end();
}

async function streamsNotifications(camera: CaseCamera, t: TestContext): Promise<void> {
  const streaming = await StreamingCamera.start(camera, t, 'trt');
  await camera.ok('trt:SetMetadataConfiguration <Configuration token="meta_zoom"><Events/></Configuration>');
  const { end, viewer } = await streaming.watch('tcp', 'metadata');
  camera.device.station.takeOff();
  const received = () => Buffer.concat(viewer.metadata.map(({ payload }) => payload)).toString();
  await until('the event', () => {
    camera.device.station.clock.advance(0.25);
    streaming.source('zoom').show();
    return /"Changed".*Value="flying".*Value="true"/.test(received()) || undefined;
  });
  await end();
}

const controls =
  (...methods: readonly string[]) =>
  async (camera: CaseCamera, t: TestContext) => {
    const streaming = await StreamingCamera.start(camera, t, 'trt');
    const { end, path, session, viewer } = await streaming.watch('tcp');
    for (const method of methods) {
      const answer = await viewer.ask(method, path, { Session: session });
      assert.equal(answer.status, 200, method);
    }
    await end();
  };

async function readsLineBreaks(camera: CaseCamera, t: TestContext): Promise<void> {
  const streaming = await StreamingCamera.start(camera, t, 'trt');
  await (await streaming.watch('http', 'video', 'zoom', '\r\n')).end();
}

/** Each size of a codec is set, and streamed after. */
const streamsEachSize = (codec: 'H264' | 'JPEG') => async (camera: CaseCamera, t: TestContext) => {
  const streaming = await StreamingCamera.start(camera, t, 'trt');
  const options = await camera.ok(
    'trt:GetVideoEncoderConfigurationOptions <ConfigurationToken>vec_zoom</ConfigurationToken>',
  );
  const [, own = ''] = new RegExp(`<tt:${codec}>(.*?)</tt:${codec}>`).exec(options) ?? [];
  const sizes = [...own.matchAll(/<tt:ResolutionsAvailable>(.*?)<\/tt:ResolutionsAvailable>/g)];
  assert.ok(sizes.length > 0);
  for (const [, size = ''] of sizes) {
    const asked = `<Encoding>${codec}</Encoding><Resolution>${size.replaceAll('tt:', '')}</Resolution>`;
    await camera.ok(encoded(asked));
    const [, width, height] = (/Width>(\d+)<.*Height>(\d+)</.exec(size) ?? []).map(Number);
    const { heightPx, widthPx } = camera.device.station.encodings.get('zoom') ?? {};
    assert.deepEqual([widthPx, heightPx], [width, height]);
    const { end, viewer } = await streaming.watch('tcp', codec === 'JPEG' ? 'jpeg' : 'video');
    if (codec === 'JPEG') {
      const [packet] = viewer.packets;
      assert.deepEqual(
        [packet?.payload[6], packet?.payload[7]].map((blocks = 0) => 8 * blocks),
        [width, height],
      );
    }
    await end();
  }
};

const toGroup = (address: string, port: number) =>
  `<Multicast><Address><Type>IPv4</Type><IPv4Address>${address}</IPv4Address></Address><Port>${port}</Port><TTL>1</TTL></Multicast>`;

/** Groups of all encoders are set, shown, and used. @param addresses how many there are, and how many ports */
const setsGroups = (addresses: number, ports: number) => async (camera: CaseCamera, t: TestContext) => {
  const reason = await whyNoGroups();
  if (reason !== false) return t.skip(reason);
  const streaming = await StreamingCamera.start(camera, t, 'trt');
  const port = await freePort();
  for (const [index, name] of (['zoom', 'thermal'] as const).entries()) {
    const own = [`239.255.78.${1 + (index % addresses)}`, port + 2 * (index % ports)] as const;
    await camera.ok(encoded(toGroup(...own)).replace('vec_zoom', `vec_${name}`));
    const shown = `trt:GetVideoEncoderConfiguration <ConfigurationToken>vec_${name}</ConfigurationToken>`;
    await camera.ok(shown, new RegExp(`IPv4Address>${own[0]}<.*<tt:Port>${own[1]}<`));
  }
  for (const name of ['zoom', 'thermal'] as const) await streaming.sends(name);
};

/** The encoder has JPEG and a group that a client has chosen. */
async function setsGroup(
  camera: CaseCamera,
  t: TestContext,
  then: (streaming: StreamingCamera) => Promise<void>,
): Promise<void> {
  const reason = await whyNoGroups();
  if (reason !== false) return t.skip(reason);
  const streaming = await StreamingCamera.start(camera, t, 'trt');
  await camera.ok(encoded(`<Encoding>JPEG</Encoding>${toGroup('239.255.78.1', await freePort())}`));
  await then(streaming);
}

/** Real Time Streaming Device Test Specification 21.12: by the first media service. */
export const STREAMING_CASES: Readonly<Record<string, SpecificationCase>> = {
  ...each('RTSS-1-1-25,37…40,47,57…59 RTSS-1-2-14,17', NO_CODEC),
  ...each('RTSS-1-1-24,46', streamsEachSize('JPEG')),
  ...each('RTSS-1-1-26,48', streamsEachSize('H264')),
  ...each('RTSS-1-1-27,49', playsAll('trt', 'udp')),
  ...each('RTSS-1-1-28,50', playsAll('trt', 'http')),
  ...each('RTSS-1-1-29,51', playsAll('trt', 'tcp')),
  ...each('RTSS-1-1-30,52', playsAll('trt', 'udp', 'http', 'tcp')),
  'RTSS-1-1-31': controls('OPTIONS', 'DESCRIBE'),
  'RTSS-1-1-32': controls('SET_PARAMETER'),
  'RTSS-1-1-33': controls('OPTIONS'),
  'RTSS-1-1-34': plays('trt', 'udp', 'jpeg'),
  'RTSS-1-1-35': plays('trt', 'http', 'jpeg'),
  'RTSS-1-1-36': plays('trt', 'tcp', 'jpeg'),
  'RTSS-1-1-41': plays('trt', 'udp'),
  'RTSS-1-1-42': plays('trt', 'http'),
  'RTSS-1-1-43': plays('trt', 'tcp'),
  'RTSS-1-1-44': asksForKeyFrame('trt'),
  'RTSS-1-1-45': readsLineBreaks,
  'RTSS-1-1-53': notApplicable('no JPEG is so large that RTP needs a header extension for it'),
  'RTSS-1-1-54': plays6('trt', 'udp', 'jpeg'),
  'RTSS-1-1-55': plays6('trt', 'http', 'jpeg'),
  'RTSS-1-1-56': plays6('trt', 'tcp', 'jpeg'),
  'RTSS-1-1-60': plays6('trt', 'udp'),
  'RTSS-1-1-61': plays6('trt', 'http'),
  'RTSS-1-1-62': plays6('trt', 'tcp'),
  ...each('RTSS-1-2-12,23', playsAll('trt', 'multicast')),
  'RTSS-1-2-13': plays('trt', 'multicast', 'jpeg'),
  'RTSS-1-2-15': plays('trt', 'multicast'),
  ...each('RTSS-1-2-16,18,22', GROUPS_OF_4),
  'RTSS-1-2-19': setsGroups(1, 2),
  'RTSS-1-2-20': setsGroups(2, 1),
  'RTSS-1-2-21': async (camera, t) => {
    await setsGroup(camera, t, async (streaming) => streaming.plays('multicast', 'jpeg'));
  },
  'RTSS-5-1-7': async (camera, t) => {
    await setsGroup(camera, t, async (streaming) => {
      const packet = await streaming.sends('zoom', 'jpeg');
      assert.equal((packet[1] ?? 0) & 0x7f, 26);
    });
  },
  ...each('RTSS-2-1-19…54 RTSS-2-2-9…16 RTSS-3-1-10…27 RTSS-3-2-16…23 RTSS-5-1-9…12 RTSS-6-1-1,3…4,6…7,9…12', NO_AUDIO),
  'RTSS-4-1-3': streamsNotifications,
};

/** Real Time Streaming using Media2 Device Test Specification 21.12. */
export const STREAMING2_CASES: Readonly<Record<string, SpecificationCase>> = {
  'MEDIA2_RTSS-1-1-1': plays('tr2', 'udp'),
  'MEDIA2_RTSS-1-1-2': plays('tr2', 'http'),
  'MEDIA2_RTSS-1-1-3': plays('tr2', 'tcp'),
  'MEDIA2_RTSS-1-1-4': asksForKeyFrame('tr2'),
  'MEDIA2_RTSS-1-1-5': plays6('tr2', 'udp'),
  'MEDIA2_RTSS-1-1-6': plays6('tr2', 'http'),
  'MEDIA2_RTSS-1-1-7': plays6('tr2', 'tcp'),
  ...each('MEDIA2_RTSS-1-1-8…14,16,18,20,22,25 MEDIA2_RTSS-1-2-3…4', NO_CODEC),
  ...each('MEDIA2_RTSS-1-1-15,17 MEDIA2_RTSS-4-1-8…9', NO_TLS),
  ...each('MEDIA2_RTSS-1-1-19,21 MEDIA2_RTSS-4-1-10…11', NO_WEBSOCKET),
  ...each('MEDIA2_RTSS-1-1-23…24', playsAll('tr2', 'udp', 'tcp')),
  'MEDIA2_RTSS-1-2-1': plays('tr2', 'multicast'),
  ...each('MEDIA2_RTSS-1-2-2 MEDIA2_RTSS-4-2-2', GROUPS_OF_4),
  ...each(
    'MEDIA2_RTSS-2-1-1…21 MEDIA2_RTSS-2-2-1…4 MEDIA2_RTSS-3-1-1,3…4,6…7,9…10,12…16,21…28 MEDIA2_RTSS-5-1-1…12 MEDIA2_RTSS-5-2-1…4 MEDIA2_RTSS-6-1-1',
    NO_AUDIO,
  ),
  'MEDIA2_RTSS-4-1-1': plays('tr2', 'udp', 'metadata'),
  'MEDIA2_RTSS-4-1-2': plays('tr2', 'http', 'metadata'),
  'MEDIA2_RTSS-4-1-3': plays('tr2', 'tcp', 'metadata'),
  'MEDIA2_RTSS-4-1-4': synchronizesMetadata,
  'MEDIA2_RTSS-4-1-5': plays6('tr2', 'udp', 'metadata'),
  'MEDIA2_RTSS-4-1-6': plays6('tr2', 'http', 'metadata'),
  'MEDIA2_RTSS-4-1-7': plays6('tr2', 'tcp', 'metadata'),
  'MEDIA2_RTSS-4-2-1': plays('tr2', 'multicast', 'metadata'),
};
