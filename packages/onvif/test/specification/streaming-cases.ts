import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import type { TestContext } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { CaseCamera, each, fails, notApplicable, type SpecificationCase } from './case-camera.ts';
import { StreamingCamera, type Transport, whyNoGroups } from './streaming-camera.ts';

const NO_AUDIO = notApplicable('there is no audio');
const NO_CODEC = notApplicable('the encoder does not have the codec');
const NO_TLS = notApplicable('the tunnel is not offered by HTTPS');
const NO_WEBSOCKET = notApplicable('RTSP over WebSocket is not offered');
const GROUPS_OF_4 = notApplicable('groups are of IPv4');
const NO_GROUP_SETTING = fails('a group is set by the station, not by clients');
const hasVersion6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

type Service = 'trt' | 'tr2';
type Track = 'video' | 'metadata';

const plays =
  (service: Service, by: Transport, track: Track = 'video'): SpecificationCase =>
  async (camera, t) => {
    const reason = by === 'multicast' && (await whyNoGroups());
    if (reason !== false) return t.skip(reason);
    return (await StreamingCamera.start(camera, t, service)).plays(by, track);
  };

/** The same by IPv6. */
const plays6 =
  (service: Service, by: Transport, track: Track = 'video'): SpecificationCase =>
  async (_, t) => {
    if (!hasVersion6) return t.skip('this machine has no IPv6');
    await using camera = await CaseCamera.start({ host: '::1' });
    return await (await StreamingCamera.start(camera, t, service)).plays(by, track);
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

/** Each size is set, and streamed after. */
async function streamsEachSize(camera: CaseCamera, t: TestContext): Promise<void> {
  const streaming = await StreamingCamera.start(camera, t, 'trt');
  const options = await camera.ok(
    'trt:GetVideoEncoderConfigurationOptions <ConfigurationToken>vec_zoom</ConfigurationToken>',
  );
  const sizes = [...options.matchAll(/<tt:ResolutionsAvailable>(.*?)<\/tt:ResolutionsAvailable>/g)];
  assert.ok(sizes.length > 0);
  for (const [, size = ''] of sizes) {
    const asked = `<Resolution>${size.replaceAll('tt:', '')}</Resolution>`;
    await camera.ok(`trt:SetVideoEncoderConfiguration <Configuration token="vec_zoom">${asked}</Configuration>`);
    const [, width = '', height = ''] = /Width>(\d+)<.*Height>(\d+)</.exec(size) ?? [];
    const { heightPx, widthPx } = camera.device.station.encodings.get('zoom') ?? {};
    assert.deepEqual([widthPx, heightPx], [Number(width), Number(height)]);
    await streaming.plays('tcp');
  }
}

/** Real Time Streaming Device Test Specification 21.12: by the first media service. */
export const STREAMING_CASES: Readonly<Record<string, SpecificationCase>> = {
  ...each('RTSS-1-1-24…25,34…40,46…47,53…59 RTSS-1-2-13…14,16…17 RTSS-5-1-7', NO_CODEC),
  ...each('RTSS-1-1-26,48', streamsEachSize),
  ...each('RTSS-1-1-27,49', playsAll('trt', 'udp')),
  ...each('RTSS-1-1-28,50', playsAll('trt', 'http')),
  ...each('RTSS-1-1-29,51', playsAll('trt', 'tcp')),
  ...each('RTSS-1-1-30,52', playsAll('trt', 'udp', 'http', 'tcp')),
  'RTSS-1-1-31': controls('OPTIONS', 'DESCRIBE'),
  'RTSS-1-1-32': controls('SET_PARAMETER'),
  'RTSS-1-1-33': controls('OPTIONS'),
  'RTSS-1-1-41': plays('trt', 'udp'),
  'RTSS-1-1-42': plays('trt', 'http'),
  'RTSS-1-1-43': plays('trt', 'tcp'),
  'RTSS-1-1-44': asksForKeyFrame('trt'),
  'RTSS-1-1-45': readsLineBreaks,
  'RTSS-1-1-60': plays6('trt', 'udp'),
  'RTSS-1-1-61': plays6('trt', 'http'),
  'RTSS-1-1-62': plays6('trt', 'tcp'),
  ...each('RTSS-1-2-12,23', playsAll('trt', 'multicast')),
  'RTSS-1-2-15': plays('trt', 'multicast'),
  ...each('RTSS-1-2-18,22', GROUPS_OF_4),
  ...each('RTSS-1-2-19…21', NO_GROUP_SETTING),
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
