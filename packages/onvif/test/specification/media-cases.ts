import assert from 'node:assert/strict';
import { type CaseCamera, each, hasServiceCapabilities, notApplicable, type SpecificationCase } from './case-camera.ts';
import { idsOf } from './case-ids.ts';

const NO_AUDIO = notApplicable('there is no audio');
const NO_CODEC = notApplicable('the encoder does not have the codec');
const STREAMS = ['zoom', 'thermal'];

type Kind = 'VideoSource' | 'VideoEncoder' | 'PTZ' | 'Metadata';
const PREFIX: Readonly<Record<Kind, string>> = {
  VideoSource: 'vsc_',
  VideoEncoder: 'vec_',
  PTZ: 'ptz_',
  Metadata: 'meta_',
};

const of = (name: string, token: string) => `<${name}Token>${token}</${name}Token>`;
const ofConfiguration = (token: string) => of('Configuration', token);
const ofProfile = (token: string) => of('Profile', token);
const tokens = (text: string, prefix: string) =>
  [...text.matchAll(new RegExp(`token="(${prefix}\\w+)"`, 'g'))].map(([, token]) => token);

/** The element of a configuration as it stands in an answer, without its own name. */
const content = (text: string, token: string) =>
  new RegExp(`<[\\w:]+ token="${token}"[^>]*>(.*?)</(?:trt|tt|tptz):(?:\\w*Configurations?)>`).exec(text)?.[1] ??
  assert.fail(`${token} in ${text}`);

/** Every profile shows the configuration as its own list does, and the list has no other. */
const isAsInProfiles = (kind: Kind, list: string) => async (camera: CaseCamera) => {
  const profiles = await camera.ok('trt:GetProfiles');
  const all = await camera.ok(list);
  for (const stream of STREAMS) {
    const token = PREFIX[kind] + stream;
    assert.equal(content(profiles, token), content(all, token));
  }
};

const isAsAlone = (kind: Kind) => async (camera: CaseCamera) => {
  const all = await camera.ok(`trt:Get${kind}Configurations`);
  const own = tokens(all, PREFIX[kind]);
  assert.equal(own.length, STREAMS.length);
  for (const token of own) {
    const one = await camera.ok(`trt:Get${kind}Configuration ${ofConfiguration(token ?? '')}`);
    assert.equal(content(one, token ?? ''), content(all, token ?? ''));
  }
};

/** @param by token of the configuration, or of its profile */
const isInOptions =
  (kind: 'VideoSource' | 'VideoEncoder', by: (stream: string) => string) => async (camera: CaseCamera) => {
    for (const stream of STREAMS) {
      const text = await camera.ok(`trt:Get${kind}Configuration ${ofConfiguration(PREFIX[kind] + stream)}`);
      const options = await camera.ok(`trt:Get${kind}ConfigurationOptions ${by(stream)}`);
      if (kind === 'VideoSource') {
        const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(text) ?? assert.fail(text);
        assert.match(
          options,
          new RegExp(`WidthRange><tt:Min>${width}<.*HeightRange><tt:Min>${height}<.*>vs_${stream}<`),
        );
      } else {
        const [, size = ''] = /<tt:Resolution>(.*?)<\/tt:Resolution>/.exec(text) ?? [];
        assert.ok(options.includes(`<tt:ResolutionsAvailable>${size}<`), options);
      }
    }
  };

const byConfiguration = (kind: Kind) => (stream: string) => ofConfiguration(PREFIX[kind] + stream);

const uses = async (camera: CaseCamera, kind: Kind, stream = 'zoom') => {
  const text = await camera.ok(`trt:Get${kind}Configuration ${ofConfiguration(PREFIX[kind] + stream)}`);
  return Number(/<tt:UseCount>(\d+)</.exec(text)?.[1]);
};

/** A new profile, with the source that an encoder needs. */
async function created(camera: CaseCamera, kind: Kind): Promise<void> {
  await camera.ok('trt:CreateProfile <Name>new</Name><Token>new</Token>', /token="new" fixed="false"/);
  if (kind === 'VideoEncoder') await add(camera, 'VideoSource');
}

const add = (camera: CaseCamera, kind: Kind, stream = 'zoom') =>
  camera.ok(`trt:Add${kind}Configuration ${ofProfile('new')}${ofConfiguration(PREFIX[kind] + stream)}`);
const remove = (camera: CaseCamera, kind: Kind) => camera.ok(`trt:Remove${kind}Configuration ${ofProfile('new')}`);

type UseCase = (camera: CaseCamera, kind: Kind) => Promise<unknown>;

/** A change of the number of profiles that use a configuration. @param by how much in the end */
const counts = (kind: Kind, change: UseCase, by: number) => async (camera: CaseCamera) => {
  await created(camera, kind);
  const before = await uses(camera, kind);
  await change(camera, kind);
  assert.equal(await uses(camera, kind), before + by);
};

const addTwice: UseCase = async (camera, kind) => {
  await add(camera, kind);
  await add(camera, kind);
};

/** The source of a profile is replaced while nothing depends on it; an encoder goes with its source. */
const replace: UseCase = async (camera, kind) => {
  await add(camera, kind);
  if (kind === 'VideoEncoder') {
    await remove(camera, 'VideoEncoder');
    await add(camera, 'VideoSource', 'thermal');
  }
  const other = await uses(camera, kind, 'thermal');
  await add(camera, kind, 'thermal');
  assert.equal(await uses(camera, kind, 'thermal'), other + 1);
};

const addAndRemove: UseCase = async (camera, kind) => {
  await add(camera, kind);
  await remove(camera, kind);
};

const addAndDelete: UseCase = async (camera, kind) => {
  await add(camera, kind);
  await camera.ok(`trt:DeleteProfile ${ofProfile('new')}`);
};

const configured = (kind: Kind, stream: string, inner: string) =>
  `trt:Set${kind}Configuration <Configuration token="${PREFIX[kind]}${stream}"><Name>test</Name><UseCount>17</UseCount>${inner}</Configuration><ForcePersistence>false</ForcePersistence>`;

const setAnotherCount: UseCase = (camera, kind) => camera.ok(configured(kind, 'zoom', ''));

const isCurrent = (kind: Kind) => async (camera: CaseCamera) => {
  const profiles = await camera.ok('trt:GetProfiles');
  for (const stream of STREAMS) {
    const users = profiles.split(`token="${PREFIX[kind]}${stream}"`).length - 1;
    assert.equal(await uses(camera, kind, stream), users);
  }
};

async function hasFixed(camera: CaseCamera): Promise<void> {
  const text = await camera.ok('trt:GetProfiles', /VideoSourceConfiguration .*VideoEncoderConfiguration /);
  const profiles = [...text.matchAll(/<trt:Profiles ([^>]*)>/g)];
  for (const [, attributes = ''] of profiles) assert.match(attributes, /fixed="(true|false)"/);
}

async function isConsistent(camera: CaseCamera): Promise<void> {
  const all = await camera.ok('trt:GetProfiles');
  for (const stream of STREAMS) {
    const [, own] = new RegExp(`<trt:Profiles token="${stream}"[^>]*>(.*?)</trt:Profiles>`).exec(all) ?? [];
    const one = await camera.ok(`trt:GetProfile ${ofProfile(stream)}`);
    assert.equal(/<trt:Profile token=[^>]*>(.*?)<\/trt:Profile>/.exec(one)?.[1], own);
  }
}

async function isDynamic(camera: CaseCamera): Promise<void> {
  await created(camera, 'VideoSource');
  for (const stream of STREAMS) {
    await add(camera, 'VideoSource', stream);
    await camera.ok(`trt:GetProfile ${ofProfile('new')}`, new RegExp(`token="vsc_${stream}"`));
    const fitting = `trt:GetCompatibleVideoEncoderConfigurations ${ofProfile('new')}`;
    assert.deepEqual(tokens(await camera.ok(fitting), 'vec_'), [`vec_${stream}`]);
    await add(camera, 'VideoEncoder', stream);
    await camera.ok(`trt:GetProfile ${ofProfile('new')}`, new RegExp(`token="vec_${stream}"`));
    await remove(camera, 'VideoEncoder');
    await remove(camera, 'VideoSource');
  }
  await camera.ok(`trt:DeleteProfile ${ofProfile('new')}`);
  await camera.refused(`trt:GetProfile ${ofProfile('new')}`, 'InvalidArgVal', 'NoProfile');
}

const lists = (kind: Kind) => async (camera: CaseCamera) => {
  const all = await camera.ok(`trt:Get${kind}Configurations`);
  for (const stream of STREAMS) {
    const fitting = await camera.ok(`trt:GetCompatible${kind}Configurations ${ofProfile(stream)}`);
    assert.equal(content(fitting, PREFIX[kind] + stream), content(all, PREFIX[kind] + stream));
  }
};

async function guarantees(camera: CaseCamera): Promise<void> {
  const encoders = tokens(await camera.ok('trt:GetVideoEncoderConfigurations'), 'vec_').length;
  const capabilities = await camera.ok('trt:GetServiceCapabilities');
  const profiles = Number(/MaximumNumberOfProfiles="(\d+)"/.exec(capabilities)?.[1]);
  const options = await camera.ok('trt:GetVideoEncoderConfigurationOptions', /<tt:H264>/);
  for (const stream of STREAMS) {
    const text = await camera.ok(
      `trt:GetGuaranteedNumberOfVideoEncoderInstances ${ofConfiguration(`vsc_${stream}`)}`,
      /<trt:H264>[1-9]/,
    );
    const total = Number(/<trt:TotalNumber>(\d+)</.exec(text)?.[1]);
    assert.ok(total >= 1 && total <= encoders && total <= profiles);
    for (const codec of ['JPEG', 'MPEG4'])
      if (text.includes(`<trt:${codec}>`)) assert.ok(options.includes(`<tt:${codec}>`));
  }
}

async function setsSource(camera: CaseCamera): Promise<void> {
  await lists('VideoSource')(camera);
  const bounds = (width: number) =>
    `<SourceToken>vs_zoom</SourceToken><Bounds x="0" y="0" width="${width}" height="1080"/>`;
  await camera.refused(configured('VideoSource', 'zoom', bounds(1921)), 'InvalidArgVal', 'ConfigModify');
  await camera.ok(configured('VideoSource', 'zoom', bounds(1920)));
  await camera.ok(`trt:GetVideoSourceConfiguration ${ofConfiguration('vsc_zoom')}`, /<tt:Name>test<.*width="1920"/);
}

const encoder = (codec: string, size: string) =>
  `<Encoding>${codec}</Encoding><Resolution>${size.replaceAll('tt:', '')}</Resolution><RateControl><FrameRateLimit>5</FrameRateLimit><BitrateLimit>${codec === 'JPEG' ? 64_000 : 1000}</BitrateLimit></RateControl>`;

/** Each size of a codec, and none that it does not have. */
const setsEncoders = (codec: 'H264' | 'JPEG') => async (camera: CaseCamera) => {
  for (const stream of STREAMS) {
    const own = ofConfiguration(`vec_${stream}`);
    const options = await camera.ok(`trt:GetVideoEncoderConfigurationOptions ${own}`);
    const none = '<Width>7</Width><Height>5</Height>';
    await camera.refused(configured('VideoEncoder', stream, encoder(codec, none)), 'InvalidArgVal', 'ConfigModify');
    const [, ofCodec = ''] = new RegExp(`<tt:${codec}>(.*?)</tt:${codec}>`).exec(options) ?? [];
    const sizes = [...ofCodec.matchAll(/<tt:ResolutionsAvailable>(.*?)<\/tt:ResolutionsAvailable>/g)];
    assert.ok(sizes.length > 0);
    for (const [, size = ''] of sizes) {
      await camera.ok(configured('VideoEncoder', stream, encoder(codec, size)));
      const set = new RegExp(`<tt:Encoding>${codec}<`);
      const text = await camera.ok(`trt:GetVideoEncoderConfiguration ${own}`, set);
      assert.ok(text.includes(`<tt:Resolution>${size}<`) && text.includes('<tt:FrameRateLimit>5<'), text);
    }
  }
};

async function setsMetadata(camera: CaseCamera): Promise<void> {
  await created(camera, 'Metadata');
  await camera.ok(`trt:GetCompatibleMetadataConfigurations ${ofProfile('new')}`, /token="meta_zoom"/);
  await add(camera, 'Metadata');
  await camera.ok(`trt:GetMetadataConfigurationOptions ${ofConfiguration('meta_zoom')}`, /PTZStatusFilterOptions/);
  const wrong = '<Events><Filter><TopicExpression>tns1:None</TopicExpression></Filter></Events>';
  await camera.refused(configured('Metadata', 'zoom', wrong), 'InvalidArgVal', 'ConfigModify');
  await camera.ok(configured('Metadata', 'zoom', '<Analytics>true</Analytics>'));
  await camera.ok('trt:GetMetadataConfigurations', /<tt:Name>test<.*<tt:Analytics>true</);
  await remove(camera, 'Metadata');
  await camera.ok(`trt:DeleteProfile ${ofProfile('new')}`);
}

const streamUri = (protocol: string, profile: string) =>
  `trt:GetStreamUri <StreamSetup><Stream>RTP-Unicast</Stream><Transport><Protocol>${protocol}</Protocol></Transport></StreamSetup>${ofProfile(profile)}`;

async function refusesMulticast(camera: CaseCamera): Promise<void> {
  const text = await camera.ask(`trt:StartMulticastStreaming ${ofProfile('xyz')}`);
  assert.match(text, /ter:NoProfile<|ter:ActionNotSupported</);
}

/** Cases 12 to 16 of a chapter by what changes the count. */
const useCases = (kind: Kind, ids: string): Readonly<Record<string, SpecificationCase>> => {
  const changes: readonly (readonly [UseCase, number])[] = [
    [addTwice, 1],
    [replace, 0],
    [addAndRemove, 0],
    [addAndDelete, 0],
    [setAnotherCount, 0],
  ];
  return Object.fromEntries(
    idsOf(ids).map((id, index) => {
      const [change, by] = changes[index] ?? assert.fail();
      return [id, counts(kind, change, by)];
    }),
  );
};

/** Media Configuration Device Test Specification 21.12. */
export const MEDIA_CASES: Readonly<Record<string, SpecificationCase>> = {
  'MEDIA-1-1-1': hasFixed,
  'MEDIA-1-1-3': isConsistent,
  'MEDIA-1-1-5': isDynamic,
  'MEDIA-2-1-2': lists('VideoEncoder'),
  ...each('MEDIA-2-1-6 MEDIA-2-1-7', guarantees),
  'MEDIA-2-1-8': setsSource,
  'MEDIA-2-1-9': setsEncoders('JPEG'),
  'MEDIA-2-1-10': NO_CODEC,
  'MEDIA-2-1-11': setsEncoders('H264'),
  'MEDIA-2-2-1': isAsInProfiles('VideoSource', 'trt:GetVideoSourceConfigurations'),
  'MEDIA-2-2-2': isAsAlone('VideoSource'),
  'MEDIA-2-2-3': isInOptions('VideoSource', byConfiguration('VideoSource')),
  'MEDIA-2-2-4': isInOptions('VideoSource', ofProfile),
  'MEDIA-2-2-5': async (camera) => {
    const sources = tokens(await camera.ok('trt:GetVideoSources'), 'vs_');
    const text = await camera.ok('trt:GetVideoSourceConfigurations');
    for (const [, token] of text.matchAll(/<tt:SourceToken>(.*?)</g)) assert.ok(sources.includes(token));
  },
  'MEDIA-2-2-6': isCurrent('VideoSource'),
  ...useCases('VideoSource', 'MEDIA-2-2-12…16'),
  'MEDIA-2-3-1': isAsInProfiles('VideoEncoder', 'trt:GetVideoEncoderConfigurations'),
  'MEDIA-2-3-2': isAsAlone('VideoEncoder'),
  'MEDIA-2-3-3': isInOptions('VideoEncoder', byConfiguration('VideoEncoder')),
  'MEDIA-2-3-4': isInOptions('VideoEncoder', ofProfile),
  'MEDIA-2-3-5': isCurrent('VideoEncoder'),
  ...each('MEDIA-2-3-12 MEDIA-2-3-18', async (camera) => {
    for (const codec of ['JPEG', 'H264'] as const) await setsEncoders(codec)(camera);
  }),
  ...useCases('VideoEncoder', 'MEDIA-2-3-13…17'),
  ...each('MEDIA-3-1-7,14…23 MEDIA-3-2-1…6,12…16 MEDIA-3-3-1…5,11…16 MEDIA-3-4-4,6…17', NO_AUDIO),
  'MEDIA-4-1-2': isAsInProfiles('PTZ', 'tptz:GetConfigurations'),
  'MEDIA-5-1-3': setsMetadata,
  'MEDIA-6-1-1': async (camera) => {
    for (const stream of ['zoom'])
      assert.equal((await camera.snapshot(`trt:GetSnapshotUri ${ofProfile(stream)}`)).at(0), 0xff);
  },
  'MEDIA-7-1-2': (camera) => camera.refused(streamUri('RTP', 'zoom'), 'InvalidArgVal', 'InvalidStreamSetup'),
  'MEDIA-7-1-4': (camera) => camera.refused(streamUri('RTSP', 'xyz'), 'InvalidArgVal', 'NoProfile'),
  'MEDIA-7-1-5': refusesMulticast,
  ...each('MEDIA-8-1-1 MEDIA-8-1-2', hasServiceCapabilities('trt')),
};
