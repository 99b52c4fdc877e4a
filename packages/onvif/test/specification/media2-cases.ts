import assert from 'node:assert/strict';
import { type CaseCamera, each, hasServiceCapabilities, notApplicable, type SpecificationCase } from './case-camera.ts';

const NO_AUDIO = notApplicable('there is no audio');
const NO_MASKS = notApplicable('masks are not offered by ONVIF');
const NO_IMAGES = notApplicable('there are no images in the picture');
const NO_MODES = notApplicable('a video source has one mode');
const STREAMS = ['zoom', 'thermal'];
const KINDS = ['Plain', 'Date', 'Time', 'DateAndTime'];

const field = (name: string, value: string) => `<${name}>${value}</${name}>`;
const ofConfiguration = (token: string) => field('ConfigurationToken', token);
const ofProfile = (token: string) => field('ProfileToken', token);
const configuration = (type: string, token: string) =>
  field('Configuration', field('Type', type) + field('Token', token));

const tokens = (text: string, prefix: string) =>
  [...text.matchAll(new RegExp(`token="(${prefix}\\w+)"`, 'g'))].map(([, token]) => token);

const hasProfileWith = (prefix: string) => async (camera: CaseCamera) => {
  const profiles = await camera.ok('tr2:GetProfiles <Type>All</Type>');
  for (const source of tokens(await camera.ok('trt:GetVideoSources'), 'vs_')) {
    const stream = source?.slice('vs_'.length) ?? '';
    assert.match(profiles, new RegExp(`<tt:SourceToken>${source}<.*token="${prefix}${stream}"`));
  }
};

async function createsProfile(camera: CaseCamera): Promise<void> {
  const point = await camera.pullPoint('<Filter><TopicExpression>tns1:Media/ProfileChanged</TopicExpression></Filter>');
  const text = await camera.ok(`tr2:CreateProfile <Name>test</Name>${configuration('VideoSource', 'vsc_zoom')}`);
  const [, token = ''] = /<tr2:Token>(.*?)</.exec(text) ?? [];
  assert.match(await camera.pull(point), new RegExp(`ProfileChanged.*Value="${token}"`));
  const shown = await camera.ok(`tr2:GetProfiles ${field('Token', token)}<Type>All</Type>`, /token="vsc_zoom"/);
  assert.equal(shown.split('<tr2:Profiles ').length, 2);
  await camera.ok(`tr2:DeleteProfile ${field('Token', token)}`);
  await camera.refused(`tr2:GetProfiles ${field('Token', token)}`, 'InvalidArgVal', 'NoProfile');
}

async function changesProfile(camera: CaseCamera): Promise<void> {
  const text = await camera.ok('tr2:CreateProfile <Name>test</Name>');
  const [, token = ''] = /<tr2:Token>(.*?)</.exec(text) ?? [];
  for (const stream of STREAMS) {
    const source = configuration('VideoSource', `vsc_${stream}`) + configuration('VideoEncoder', `vec_${stream}`);
    await camera.ok(`tr2:AddConfiguration ${ofProfile(token)}${source}`);
    const get = `tr2:GetProfiles ${field('Token', token)}<Type>All</Type>`;
    await camera.ok(get, new RegExp(`token="vsc_${stream}".*token="vec_${stream}"`));
    await camera.ok(`tr2:RemoveConfiguration ${ofProfile(token)}<Configuration><Type>All</Type></Configuration>`);
    assert.doesNotMatch(await camera.ok(get), /<tr2:Configurations>/);
  }
}

async function listsProfiles(camera: CaseCamera): Promise<void> {
  assert.doesNotMatch(await camera.ok('tr2:GetProfiles', /token="zoom".*token="thermal"/), /Configurations/);
  const withSource = await camera.ok('tr2:GetProfiles <Type>VideoSource</Type>', /token="vsc_zoom"/);
  assert.doesNotMatch(withSource, /token="vec_/);
  assert.doesNotMatch(await camera.ok('tr2:GetProfiles <Token>zoom</Token>'), /token="thermal"/);
}

/** All, by token, and by profile. */
const lists = (name: string, prefix: string) => async (camera: CaseCamera) => {
  const all = STREAMS.map((stream) => `${prefix}${stream}`);
  assert.deepEqual(tokens(await camera.ok(`tr2:${name}`), prefix), all);
  for (const stream of STREAMS) {
    const own = [`${prefix}${stream}`];
    assert.deepEqual(tokens(await camera.ok(`tr2:${name} ${ofConfiguration(`${prefix}${stream}`)}`), prefix), own);
    assert.deepEqual(tokens(await camera.ok(`tr2:${name} ${ofProfile(stream)}`), prefix), own);
  }
};

const refusesToken = (name: string) => (camera: CaseCamera) =>
  camera.refused(`tr2:${name} ${ofConfiguration('xyz')}`, 'InvalidArgVal', 'NoConfig');

async function hasSourceInOptions(camera: CaseCamera): Promise<void> {
  for (const stream of STREAMS) {
    const text = await camera.ok(`tr2:GetVideoSourceConfigurations ${ofConfiguration(`vsc_${stream}`)}`);
    const [, width, height] = /<tt:Bounds x="0" y="0" width="(\d+)" height="(\d+)"/.exec(text) ?? assert.fail(text);
    const range = (name: string, value = '') =>
      `<tt:${name}><tt:Min>${value}</tt:Min><tt:Max>${value}</tt:Max></tt:${name}>`;
    for (const by of [ofConfiguration(`vsc_${stream}`), ofProfile(stream)]) {
      const options = await camera.ok(`tr2:GetVideoSourceConfigurationOptions ${by}`);
      assert.ok(options.includes(range('WidthRange', width) + range('HeightRange', height)), options);
      assert.ok(options.includes(`<tt:VideoSourceTokensAvailable>vs_${stream}<`));
    }
  }
}

async function hasEncoderInOptions(camera: CaseCamera): Promise<void> {
  for (const stream of STREAMS) {
    const text = await camera.ok(`tr2:GetVideoEncoderConfigurations ${ofConfiguration(`vec_${stream}`)}`);
    const [, size = ''] = /<tt:Resolution>(.*?)<\/tt:Resolution>/.exec(text) ?? [];
    const [, rate = ''] = /<tt:FrameRateLimit>(\d+)</.exec(text) ?? [];
    for (const by of [ofConfiguration(`vec_${stream}`), ofProfile(stream)]) {
      const options = await camera.ok(`tr2:GetVideoEncoderConfigurationOptions ${by}`);
      assert.ok(options.includes(`<tt:ResolutionsAvailable>${size}<`), options);
      assert.match(options, new RegExp(`FrameRatesSupported="(\\d+ )*${rate}[ "]`));
    }
  }
}

const osd = (stream: string, kind: string, token = '') =>
  `<OSD token="${token}"><VideoSourceConfigurationToken>vsc_${stream}</VideoSourceConfigurationToken><Type>Text</Type><Position><Type>LowerLeft</Type></Position><TextString><Type>${kind}</Type><PlainText>Test</PlainText></TextString></OSD>`;

async function createdOsd(camera: CaseCamera, stream: string, kind: string): Promise<string> {
  const text = await camera.ok(`tr2:CreateOSD ${osd(stream, kind)}`);
  return /<tr2:OSDToken>(.*?)</.exec(text)?.[1] ?? assert.fail(text);
}

async function createsOsds(camera: CaseCamera): Promise<void> {
  for (const stream of STREAMS) {
    for (const kind of KINDS) {
      const token = await createdOsd(camera, stream, kind);
      const get = `tr2:GetOSDs ${ofConfiguration(`vsc_${stream}`)}`;
      await camera.ok(get, new RegExp(`token="${token}".*<tt:Type>LowerLeft<.*<tt:Type>${kind}<`));
      await camera.ok(`tr2:DeleteOSD ${field('OSDToken', token)}`);
      assert.doesNotMatch(await camera.ok(get), /<tr2:OSDs /);
    }
  }
}

async function setsOsds(camera: CaseCamera): Promise<void> {
  for (const stream of STREAMS) {
    const token = await createdOsd(camera, stream, 'Plain');
    for (const kind of KINDS) {
      await camera.ok(`tr2:SetOSD ${osd(stream, kind, token)}`);
      await camera.ok(`tr2:GetOSDs ${field('OSDToken', token)}`, new RegExp(`<tt:TextString><tt:Type>${kind}<`));
    }
  }
}

async function listsOsds(camera: CaseCamera): Promise<void> {
  const own: string[] = [];
  for (const stream of STREAMS) own.push(await createdOsd(camera, stream, 'Date'));
  assert.deepEqual(tokens(await camera.ok('tr2:GetOSDs'), 'osd_'), own);
  for (const [at, stream] of STREAMS.entries())
    assert.deepEqual(tokens(await camera.ok(`tr2:GetOSDs ${ofConfiguration(`vsc_${stream}`)}`), 'osd_'), [own[at]]);
}

async function hasOsdInOptions(camera: CaseCamera): Promise<void> {
  for (const stream of STREAMS) {
    const options = await camera.ok(
      `tr2:GetOSDOptions ${ofConfiguration(`vsc_${stream}`)}`,
      /Total="4" PlainText="4" Date="4" Time="4" DateAndTime="4"/,
    );
    for (const kind of KINDS) {
      const text = await camera.ok(`tr2:GetOSDs ${field('OSDToken', await createdOsd(camera, stream, kind))}`);
      for (const name of ['DateFormat', 'TimeFormat'])
        for (const [whole] of text.matchAll(new RegExp(`<tt:${name}>.*?</tt:${name}>`, 'g')))
          assert.ok(options.includes(whole), `${whole} ${options}`);
      const [, corner] = /<tt:Position><tt:Type>(.*?)</.exec(text) ?? [];
      assert.ok(options.includes(`<tt:PositionOption>${corner}<`));
      assert.ok(options.includes(`<tt:Type>${kind}<`));
    }
  }
}

async function hasAnalyticsOfProfiles(camera: CaseCamera): Promise<void> {
  const profiles = await camera.ok('tr2:GetProfiles <Type>Analytics</Type>');
  const shown = [...profiles.matchAll(/<tr2:Analytics token="(\w+)">(.*?)<\/tr2:Analytics>/g)];
  assert.equal(shown.length, STREAMS.length);
  for (const [, token = '', content = ''] of shown)
    assert.ok((await camera.ok(`tr2:GetAnalyticsConfigurations ${ofConfiguration(token)}`)).includes(`>${content}<`));
}

/** Loses all configurations, and gets them again. */
async function emptiesAndFills(camera: CaseCamera): Promise<void> {
  for (const stream of STREAMS) {
    const get = `tr2:GetProfiles ${field('Token', stream)}<Type>All</Type>`;
    const before = await camera.ok(get, /fixed="true"/);
    const all = [...before.matchAll(/<tr2:(\w+) token="(\w+_\w+)"/g)];
    assert.equal(all.length, 5);
    await camera.ok(`tr2:RemoveConfiguration ${ofProfile(stream)}<Configuration><Type>All</Type></Configuration>`);
    assert.doesNotMatch(await camera.ok(get), /<tr2:Configurations>/);
    const again = all.map(([, type = '', token = '']) => configuration(type, token)).join('');
    await camera.ok(`tr2:AddConfiguration ${ofProfile(stream)}${again}`);
    assert.equal(await camera.ok(get), before);
  }
}

/** A subscription to changes of configurations, and what tells that one has come. */
async function changes(camera: CaseCamera): Promise<(token: string, type: string) => Promise<void>> {
  const point = await camera.pullPoint(
    '<Filter><TopicExpression>tns1:Media/ConfigurationChanged</TopicExpression></Filter>',
  );
  return async (token, type) =>
    assert.match(await camera.pull(point), new RegExp(`Value="${token}".*Name="Type" Value="${type}"`));
}

/** @param contents as they are set, one after the other; each is shown after, with its name */
const sets =
  (kind: string, prefix: string, contents: (options: string) => readonly string[]) => async (camera: CaseCamera) => {
    const changed = await changes(camera);
    for (const stream of STREAMS) {
      const token = `${prefix}${stream}`;
      const options = await camera.ok(`tr2:Get${kind}ConfigurationOptions ${ofConfiguration(token)}`);
      for (const [index, content] of contents(options).entries()) {
        const [, attributes = '', inner = ''] = /^(?:@(.*?)@)?(.*)$/s.exec(content) ?? [];
        const named = `<Name>TestName${index}</Name>${inner}`;
        await camera.ok(
          `tr2:Set${kind}Configuration <Configuration token="${token}" ${attributes}>${named}</Configuration>`,
        );
        await changed(token, kind);
        const text = await camera.ok(`tr2:Get${kind}Configurations ${ofConfiguration(token)}`);
        const shown = text.replaceAll(/(<\/?)(?:tt|wsnt):/g, '$1');
        for (const [leaf] of named.matchAll(/<(\w+)[^>]*>[^<]+<\/\1>/g))
          assert.ok(shown.includes(leaf), `${leaf} ${text}`);
        for (const [attribute] of attributes.matchAll(/\w+="[^"]*"/g)) assert.ok(shown.includes(attribute), attribute);
      }
    }
  };

const option = (options: string, pattern: RegExp) => pattern.exec(options)?.[1] ?? assert.fail(options);

const setsSources = sets('VideoSource', 'vsc_', (options) => {
  const end = (range: string) => option(options, new RegExp(`${range}><tt:Min>(\\d+)<`));
  const bounds = `<Bounds x="${end('XRange')}" y="${end('YRange')}" width="${end('WidthRange')}" height="${end('HeightRange')}"/>`;
  const source = field('SourceToken', option(options, /VideoSourceTokensAvailable>(.*?)</));
  return [source + bounds, source + bounds];
});

const setsEncoders = sets('VideoEncoder', 'vec_', (options) => {
  const sizes = [...options.matchAll(/<tt:ResolutionsAvailable>(.*?)<\/tt:ResolutionsAvailable>/g)];
  const rates = option(options, /FrameRatesSupported="(.*?)"/)
    .split(' ')
    .map(Number);
  const groups = option(options, /GovLengthRange="(.*?)"/).split(' ');
  const rate = (end: 'Min' | 'Max') => option(options, new RegExp(`BitrateRange>.*?<tt:${end}>(\\d+)<`));
  return (['Min', 'Max'] as const).map((end) => {
    const [size, group] = end === 'Min' ? [sizes[0], groups[0]] : [sizes.at(-1), groups.at(-1)];
    const limits = field('FrameRateLimit', String(Math[end === 'Min' ? 'min' : 'max'](...rates)));
    return `@GovLength="${group}" Profile="Baseline"@<Encoding>H264</Encoding><Resolution>${size?.[1]?.replaceAll('tt:', '')}</Resolution><RateControl>${limits}${field('BitrateLimit', rate(end))}</RateControl>`;
  });
});

const setsMetadata = sets('Metadata', 'meta_', () => {
  const status = (is: boolean) => (is ? '<PTZStatus><Status>true</Status><Position>true</Position></PTZStatus>' : '');
  const events = `<Events><Filter><TopicExpression Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:Media/ConfigurationChanged</TopicExpression></Filter></Events>`;
  return [
    `${status(true)}${events}<Analytics>true</Analytics>`,
    `${status(false)}${events}<Analytics>false</Analytics>`,
  ];
});

/** A profile gets the gimbal of its source, whose other default spaces are set, and loses it. */
async function changesPtz(camera: CaseCamera): Promise<void> {
  const changed = await changes(camera);
  const text = await camera.ok(`tr2:CreateProfile <Name>test</Name>${configuration('VideoSource', 'vsc_zoom')}`);
  const [, profile = ''] = /<tr2:Token>(.*?)</.exec(text) ?? [];
  const get = `tr2:GetProfiles ${field('Token', profile)}<Type>PTZ</Type>`;
  const fitting = await camera.ok(`tptz:GetCompatibleConfigurations ${ofProfile(profile)}`);
  for (const token of tokens(fitting, 'ptz_')) {
    await camera.ok(`tr2:AddConfiguration ${ofProfile(profile)}${configuration('PTZ', token ?? '')}`);
    const own = `tptz:GetConfiguration ${field('PTZConfigurationToken', token ?? '')}`;
    const text = await camera.ok(own);
    const [, present = ''] = /PTZConfiguration token[^>]*>(.*?)<\/tptz:PTZConfiguration>/.exec(text) ?? [];
    const options = await camera.ok(`tptz:GetConfigurationOptions ${ofConfiguration(token ?? '')}`);
    const wanted = present
      .replace(/<tt:Name>.*?</, '<tt:Name>TestName0<')
      .replaceAll(/<tt:Default(\w+)Space>(.*?)</g, (_, kind: string, space: string) => {
        const element = kind.replace('Pant', 'Pan');
        const uris = options.matchAll(new RegExp(`<tt:${element}Space><tt:URI>(.*?)<`, 'g'));
        const [other = space] = [...uris].map(([, uri]) => uri).filter((uri) => uri !== space);
        return `<tt:Default${kind}Space>${other}<`;
      })
      .replace(/<tt:DefaultPTZTimeout>.*?</, `<tt:DefaultPTZTimeout>${option(options, /PTZTimeout><tt:Min>(.*?)</)}<`);
    await camera.ok(
      `tptz:SetConfiguration <PTZConfiguration token="${token}">${wanted.replaceAll('tt:', '')}</PTZConfiguration>`,
    );
    await changed(token ?? '', 'PTZ');
    assert.ok((await camera.ok(own)).includes(`>${wanted}<`));
    assert.ok((await camera.ok(get)).includes(`>${wanted}<`));
    await camera.ok(`tr2:RemoveConfiguration ${ofProfile(profile)}${configuration('PTZ', token ?? '')}`);
    assert.doesNotMatch(await camera.ok(get), /tr2:PTZ/);
  }
}

/** Media2 Configuration Device Test Specification 21.12. */
export const MEDIA2_CASES: Readonly<Record<string, SpecificationCase>> = {
  'MEDIA2-1-1-1': hasProfileWith('vec_'),
  'MEDIA2-1-1-2': createsProfile,
  'MEDIA2-1-1-3': changesProfile,
  'MEDIA2-1-1-4': listsProfiles,
  'MEDIA2-1-1-5': createsProfile,
  ...each('MEDIA2-1-1-6 MEDIA2-1-1-7', emptiesAndFills),
  'MEDIA2-1-1-8': hasProfileWith('meta_'),
  'MEDIA2-1-1-9': hasProfileWith('vec_'),
  'MEDIA2-2-2-1': hasSourceInOptions,
  'MEDIA2-2-2-2': lists('GetVideoSourceConfigurations', 'vsc_'),
  'MEDIA2-2-2-3': hasSourceInOptions,
  'MEDIA2-2-2-4': lists('GetVideoSourceConfigurations', 'vsc_'),
  'MEDIA2-2-2-5': setsSources,
  'MEDIA2-2-2-6': refusesToken('GetVideoSourceConfigurations'),
  'MEDIA2-2-2-7': hasSourceInOptions,
  'MEDIA2-2-3-1': lists('GetVideoEncoderConfigurations', 'vec_'),
  ...each('MEDIA2-2-3-2 MEDIA2-2-3-3', hasEncoderInOptions),
  'MEDIA2-2-3-4': setsEncoders,
  'MEDIA2-2-3-5': hasEncoderInOptions,
  ...each('MEDIA2-2-4-1 MEDIA2-2-4-2', NO_MODES),
  ...each(
    'MEDIA2-3-1-1 MEDIA2-3-1-2 MEDIA2-3-1-3 MEDIA2-3-1-4 MEDIA2-3-1-5 MEDIA2-3-1-6 MEDIA2-3-2-1 MEDIA2-3-2-2 MEDIA2-3-2-3 MEDIA2-3-2-4 MEDIA2-3-3-1 MEDIA2-3-3-2 MEDIA2-3-3-3 MEDIA2-3-3-4 MEDIA2-3-3-5 MEDIA2-3-3-6 MEDIA2-3-4-1 MEDIA2-3-4-2 MEDIA2-3-4-3 MEDIA2-3-4-4 MEDIA2-3-4-5',
    NO_AUDIO,
  ),
  'MEDIA2-4-1-1': hasProfileWith('ptz_'),
  'MEDIA2-4-1-2': changesPtz,
  'MEDIA2-5-1-1': async (camera) => {
    const picture = await camera.snapshot(`tr2:GetSnapshotUri ${ofProfile('zoom')}`);
    assert.deepEqual([...picture.subarray(0, 2)], [0xff, 0xd8]);
  },
  'MEDIA2-5-1-2': async (camera) => {
    for (const stream of STREAMS)
      await camera.ok(`tr2:GetVideoEncoderInstances ${ofConfiguration(`vsc_${stream}`)}`, /<tr2:Total>1</);
  },
  'MEDIA2-6-1-1': createsOsds,
  ...each('MEDIA2-6-1-2 MEDIA2-6-1-3', NO_IMAGES),
  'MEDIA2-6-1-4': setsOsds,
  'MEDIA2-6-1-5': listsOsds,
  ...each('MEDIA2-6-1-6 MEDIA2-6-1-7', hasOsdInOptions),
  ...each('MEDIA2-7-1-1 MEDIA2-7-1-2', hasServiceCapabilities('tr2')),
  'MEDIA2-8-1-1': setsMetadata,
  ...each('MEDIA2-8-1-2…3', lists('GetMetadataConfigurations', 'meta_')),
  'MEDIA2-8-1-4': refusesToken('GetMetadataConfigurations'),
  'MEDIA2-9-1-1': lists('GetAnalyticsConfigurations', 'van_'),
  'MEDIA2-9-1-2': hasAnalyticsOfProfiles,
  'MEDIA2-9-1-3': refusesToken('GetAnalyticsConfigurations'),
  ...each('MEDIA2-10-1-1 MEDIA2-10-1-2 MEDIA2-10-1-3 MEDIA2-10-1-4 MEDIA2-10-1-5 MEDIA2-10-1-6', NO_MASKS),
};
