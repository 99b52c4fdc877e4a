import assert from 'node:assert/strict';
import {
  type CaseCamera,
  each,
  hasServiceCapabilities,
  notApplicable,
  PROFILE,
  type SpecificationCase,
} from './case-camera.ts';

const space = (axis: string, name: string) => `http://www.onvif.org/ver10/tptz/${axis}Spaces/${name}`;
const NO_SPEED = notApplicable('no speed space is listed');

const status = async (camera: CaseCamera) => {
  const text = await camera.ok(`tptz:GetStatus ${PROFILE}`, /MoveStatus/);
  const [, x = '', y = ''] = /PanTilt x="(.*?)" y="(.*?)"/.exec(text) ?? [];
  const [, zoom = ''] = /<tt:Zoom x="(.*?)"/.exec(text) ?? [];
  return { x: Number(x), y: Number(y), zoom: Number(zoom) };
};

const position = (x: number, y: number, zoom: number) => `<PanTilt x="${x}" y="${y}"/><Zoom x="${zoom}"/>`;

async function absoluteMove(camera: CaseCamera): Promise<void> {
  await camera.ok(`tptz:AbsoluteMove ${PROFILE}<Position>${position(0.25, 0.5, 0.4)}</Position>`);
  const now = await status(camera);
  assert.deepEqual([now.x, now.y, now.zoom], [0.25, 0.5, 0.4]);
}

async function continuousMove(camera: CaseCamera): Promise<void> {
  await camera.ok(`tptz:ContinuousMove ${PROFILE}<Velocity>${position(0.5, 0, 0.5)}</Velocity><Timeout>PT5S</Timeout>`);
  camera.device.station.clock.advance(6);
  await camera.ok(`tptz:GetStatus ${PROFILE}`, /<tt:PanTilt>IDLE.*<tt:Zoom>IDLE/);
}

async function moveAndStop(camera: CaseCamera): Promise<void> {
  await camera.ok(`tptz:ContinuousMove ${PROFILE}<Velocity>${position(1, 0, 1)}</Velocity>`);
  await camera.ok(`tptz:GetStatus ${PROFILE}`, /MOVING/);
  await camera.ok(`tptz:Stop ${PROFILE}<PanTilt>true</PanTilt><Zoom>true</Zoom>`);
  camera.device.station.clock.advance(1);
  await camera.ok(`tptz:GetStatus ${PROFILE}`, /<tt:PanTilt>IDLE.*<tt:Zoom>IDLE/);
}

async function setPreset(camera: CaseCamera): Promise<string> {
  const text = await camera.ok(`tptz:SetPreset ${PROFILE}<PresetName>Test</PresetName>`);
  const [, token = ''] = /<tptz:PresetToken>(.*?)</.exec(text) ?? [];
  await camera.ok(`tptz:GetPresets ${PROFILE}`, new RegExp(`token="${token}"><tt:Name>Test<`));
  return token;
}

async function gotoPreset(camera: CaseCamera): Promise<void> {
  const token = await setPreset(camera);
  const before = await status(camera);
  await absoluteMove(camera);
  await camera.ok(`tptz:GotoPreset ${PROFILE}<PresetToken>${token}</PresetToken>`);
  assert.deepEqual(await status(camera), before);
}

async function removePreset(camera: CaseCamera): Promise<void> {
  const token = await setPreset(camera);
  await camera.ok(`tptz:RemovePreset ${PROFILE}<PresetToken>${token}</PresetToken>`);
  assert.doesNotMatch(await camera.ok(`tptz:GetPresets ${PROFILE}`), /tptz:Preset token/);
}

async function home(camera: CaseCamera): Promise<void> {
  await absoluteMove(camera);
  await camera.ok(`tptz:SetHomePosition ${PROFILE}`);
  const before = await status(camera);
  await camera.ok(`tptz:AbsoluteMove ${PROFILE}<Position>${position(0, 0, 0)}</Position>`);
  await camera.ok(`tptz:GotoHomePosition ${PROFILE}`);
  assert.deepEqual(await status(camera), before);
}

/** By a profile that the client has created. */
async function homeOfCreated(camera: CaseCamera): Promise<void> {
  const configurations = ['VideoSource', 'PTZ'].map((type) => `<Configuration><Type>${type}</Type></Configuration>`);
  const text = await camera.ok(`tr2:CreateProfile <Name>own</Name>${configurations.join('')}`);
  const [, token = ''] = /<tr2:Token>(.*?)</.exec(text) ?? [];
  const own = `<ProfileToken>${token}</ProfileToken>`;
  const before = await status(camera);
  await camera.ok(`tptz:SetHomePosition ${own}`);
  await absoluteMove(camera);
  await camera.ok(`tptz:GotoHomePosition ${own}`);
  assert.deepEqual(await status(camera), before);
}

async function homeFlag(camera: CaseCamera): Promise<void> {
  await camera.ok('tptz:GetNodes', /FixedHomePosition="false"/);
  await camera.ok(`tptz:SetHomePosition ${PROFILE}`);
}

/** Both ends of a space are taken. */
const spaceEnds =
  (operation: string, vector: string, axis: 'PanTilt' | 'Zoom', name: string, [min, max]: readonly [number, number]) =>
  async (camera: CaseCamera) => {
    const uri = space(axis, name);
    assert.ok((await camera.ok('tptz:GetNodes')).includes(uri));
    for (const end of [min, max]) {
      const point = axis === 'PanTilt' ? `x="${end}" y="${end}"` : `x="${end}"`;
      await camera.ok(`tptz:${operation} ${PROFILE}<${vector}><${axis} ${point} space="${uri}"/></${vector}>`);
    }
  };

const panTiltPosition = spaceEnds('AbsoluteMove', 'Position', 'PanTilt', 'PositionGenericSpace', [-1, 1]);
const zoomPosition = spaceEnds('AbsoluteMove', 'Position', 'Zoom', 'PositionGenericSpace', [0, 1]);
const panTiltVelocity = spaceEnds('ContinuousMove', 'Velocity', 'PanTilt', 'VelocityGenericSpace', [-1, 1]);
const zoomVelocity = spaceEnds('ContinuousMove', 'Velocity', 'Zoom', 'VelocityGenericSpace', [-1, 1]);

const elements = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name} token="ptz_zoom".*?</${name}>`, 'g'))].map(([one]) => one);

async function isConsistent(camera: CaseCamera): Promise<void> {
  const one = await camera.ok('tptz:GetConfiguration <PTZConfigurationToken>ptz_zoom</PTZConfigurationToken>');
  assert.deepEqual(
    elements(one, 'tptz:PTZConfiguration'),
    elements(await camera.ok('tptz:GetConfigurations'), 'tptz:PTZConfiguration'),
  );
}

async function hasDefaultsInOptions(camera: CaseCamera): Promise<void> {
  const options = await camera.ok('tptz:GetConfigurationOptions <ConfigurationToken>ptz_zoom</ConfigurationToken>');
  const [configuration = ''] = elements(await camera.ok('tptz:GetConfigurations'), 'tptz:PTZConfiguration');
  const defaults = [...configuration.matchAll(/<tt:Default\w+Space>(.*?)</g)].map(([, uri]) => uri ?? '');
  assert.equal(defaults.length, 6);
  for (const uri of defaults) assert.ok(options.includes(`<tt:URI>${uri}<`), uri);
}

async function setsTimeout(camera: CaseCamera): Promise<void> {
  for (const token of ['ptz_zoom', 'ptz_thermal']) {
    const options = await camera.ok(`tptz:GetConfigurationOptions <ConfigurationToken>${token}</ConfigurationToken>`);
    for (const end of ['Max', 'Min']) {
      const [, timeout = ''] = new RegExp(`PTZTimeout>.*?<tt:${end}>(.*?)<`).exec(options) ?? [];
      const inner = `<DefaultPTZTimeout>${timeout}</DefaultPTZTimeout>`;
      await camera.ok(`tptz:SetConfiguration <PTZConfiguration token="${token}">${inner}</PTZConfiguration>`);
      const get = `tptz:GetConfiguration <PTZConfigurationToken>${token}</PTZConfigurationToken>`;
      assert.ok((await camera.ok(get)).includes(`<tt:DefaultPTZTimeout>${timeout}<`));
    }
  }
}

/** PTZ Device Test Specification 21.12. */
export const PTZ_CASES: Readonly<Record<string, SpecificationCase>> = {
  'PTZ-1-1-1': (camera) => camera.ok('tptz:GetNodes', /PTZNode token="gimbal"/),
  'PTZ-1-1-2': (camera) => camera.ok('tptz:GetNode <NodeToken>gimbal</NodeToken>', /SupportedPTZSpaces/),
  'PTZ-1-1-4': (camera) => camera.refused('tptz:GetNode <NodeToken>xyz</NodeToken>', 'InvalidArgVal', 'NoEntity'),
  'PTZ-2-1-1': (camera) => camera.ok('tptz:GetConfigurations', /ptz_zoom.*ptz_thermal/),
  'PTZ-2-1-2': isConsistent,
  'PTZ-2-1-3': (camera) =>
    camera.ok('tptz:GetConfigurationOptions <ConfigurationToken>ptz_zoom</ConfigurationToken>', /PTZTimeout/),
  'PTZ-2-1-5': isConsistent,
  'PTZ-2-1-6': (camera) => camera.ok('tptz:GetConfigurations', /<tt:NodeToken>gimbal</),
  'PTZ-2-1-7': hasDefaultsInOptions,
  'PTZ-2-1-9': setsTimeout,
  'PTZ-2-1-10': (camera) =>
    camera.refused(
      'tptz:SetConfiguration <PTZConfiguration token="xyz"></PTZConfiguration>',
      'InvalidArgVal',
      'NoConfig',
    ),
  ...each('PTZ-8-1-1 PTZ-8-1-2', hasServiceCapabilities('tptz')),
  'PTZ-3-1-1': absoluteMove,
  'PTZ-3-1-2': (camera) =>
    camera.refused(
      `tptz:AbsoluteMove ${PROFILE}<Position>${position(2, 2, 0)}</Position>`,
      'InvalidArgVal',
      'InvalidPosition',
    ),
  'PTZ-3-1-3': (camera) =>
    camera.ok(`tptz:RelativeMove ${PROFILE}<Translation>${position(0.1, 0.1, 0.1)}</Translation>`),
  'PTZ-3-1-4': continuousMove,
  'PTZ-3-1-5': moveAndStop,
  'PTZ-4-1-4': setPreset,
  'PTZ-4-1-5': gotoPreset,
  'PTZ-4-1-6': removePreset,
  'PTZ-5-1-1': home,
  'PTZ-5-1-2': notApplicable('the home position can be set'),
  'PTZ-5-1-3': homeFlag,
  'PTZ-5-1-4': homeOfCreated,
  'PTZ-6-1-1': notApplicable('there are no auxiliary commands'),
  'PTZ-7-1-3': panTiltPosition,
  'PTZ-7-1-4': zoomPosition,
  'PTZ-7-2-3': spaceEnds('RelativeMove', 'Translation', 'PanTilt', 'TranslationGenericSpace', [-1, 1]),
  'PTZ-7-2-4': spaceEnds('RelativeMove', 'Translation', 'Zoom', 'TranslationGenericSpace', [-1, 1]),
  'PTZ-7-3-3': panTiltVelocity,
  'PTZ-7-3-4': zoomVelocity,
  ...each('PTZ-7-4-3 PTZ-7-4-4', NO_SPEED),
  'MEDIA2_PTZ-1-1-1': absoluteMove,
  'MEDIA2_PTZ-1-1-2': continuousMove,
  'MEDIA2_PTZ-1-1-3': moveAndStop,
  'MEDIA2_PTZ-2-1-1': setPreset,
  'MEDIA2_PTZ-2-1-2': gotoPreset,
  'MEDIA2_PTZ-2-1-3': removePreset,
  'MEDIA2_PTZ-3-1-1': home,
  'MEDIA2_PTZ-3-1-2': notApplicable('the home position can be set'),
  'MEDIA2_PTZ-3-1-3': homeFlag,
  'MEDIA2_PTZ-3-1-4': homeOfCreated,
  ...each('MEDIA2_PTZ-4-1-1 MEDIA2_PTZ-4-1-2', panTiltPosition),
  'MEDIA2_PTZ-4-1-3': zoomPosition,
  'MEDIA2_PTZ-4-2-1': panTiltVelocity,
  'MEDIA2_PTZ-4-2-2': zoomVelocity,
};
