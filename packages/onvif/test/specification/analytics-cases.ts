import assert from 'node:assert/strict';
import { type CaseCamera, each, hasServiceCapabilities, notApplicable, type SpecificationCase } from './case-camera.ts';

const NO_RULES = notApplicable('there are no rules');
const NO_DETAILS = notApplicable('objects have no such details');
const CONFIGURATIONS = ['van_zoom', 'van_thermal'];
const TYPE = 'kite:GroundTruth';

const of = (token: string) => `<ConfigurationToken>${token}</ConfigurationToken>`;
const moduleOf = (name: string, parameters = '') =>
  `<AnalyticsModule Name="${name}" Type="${TYPE}"><Parameters>${parameters}</Parameters></AnalyticsModule>`;

const names = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag} [^>]*?Name="(.*?)"`, 'g'))].map(([, name = '']) => name);

async function described(camera: CaseCamera, token: string): Promise<readonly string[]> {
  const text = await camera.ok(`tan:GetSupportedAnalyticsModules ${of(token)}`, /fixed="false" maxInstances="1"/);
  assert.deepEqual(names(text, 'tt:AnalyticsModuleDescription'), [TYPE]);
  return names(text, 'tt:SimpleItemDescription');
}

const forAll = (look: (camera: CaseCamera, token: string) => Promise<unknown>) => async (camera: CaseCamera) => {
  for (const token of CONFIGURATIONS) await look(camera, token);
};

async function describesModules(camera: CaseCamera, token: string): Promise<void> {
  const parameters = await described(camera, token);
  assert.equal(new Set(parameters).size, parameters.length);
}

async function hasOptions(camera: CaseCamera, token: string): Promise<void> {
  const all = await camera.ok(`tan:GetAnalyticsModuleOptions ${of(token)}`);
  const own = await camera.ok(`tan:GetAnalyticsModuleOptions ${of(token)}<Type>${TYPE}</Type>`);
  assert.doesNotMatch(all, /RuleType=/);
  assert.deepEqual(names(all, 'tan:Options'), await described(camera, token));
  assert.deepEqual(names(own, 'tan:Options'), names(all, 'tan:Options'));
}

async function hasModules(camera: CaseCamera, token: string): Promise<void> {
  const text = await camera.ok(`tan:GetAnalyticsModules ${of(token)}`, new RegExp(`Type="${TYPE}"`));
  assert.deepEqual(names(text, 'tt:SimpleItem'), await described(camera, token));
}

async function hasSample(camera: CaseCamera): Promise<void> {
  const all = await camera.ok('tan:GetSupportedMetadata', new RegExp(`<tan:AnalyticsModule Type="${TYPE}">`));
  const own = await camera.ok(`tan:GetSupportedMetadata <Type>${TYPE}</Type>`);
  assert.deepEqual(names(own, 'tan:AnalyticsModule'), names(all, 'tan:AnalyticsModule'));
  const boxes = [...all.matchAll(/left="(.*?)" top="(.*?)" right="(.*?)" bottom="(.*?)"/g)];
  assert.equal(boxes.length, 4);
  for (const [, left, top, right, bottom] of boxes)
    assert.ok(Number(left) >= -1 && Number(right) <= 0 && Number(top) <= 1 && Number(bottom) >= 0);
}

const remove = (camera: CaseCamera, token: string, name: string) =>
  camera.ok(`tan:DeleteAnalyticsModules ${of(token)}<AnalyticsModuleName>${name}</AnalyticsModuleName>`);

/** The modules, which both services show alike. */
async function shown(camera: CaseCamera, token: string): Promise<string> {
  const items = (text: string, tag: string) =>
    new RegExp(`<${tag} Name=.*</${tag}>`).exec(text)?.[0].replaceAll(tag, '');
  const own = items(await camera.ok(`tan:GetAnalyticsModules ${of(token)}`), 'tan:AnalyticsModule');
  const media = items(await camera.ok(`tr2:GetAnalyticsConfigurations ${of(token)}`), 'tt:AnalyticsModule');
  assert.equal(own, media);
  return own ?? '';
}

async function createsModule(camera: CaseCamera, token: string): Promise<void> {
  await remove(camera, token, 'GroundTruth');
  await camera.ok(`tan:CreateAnalyticsModules ${of(token)}${moduleOf('test')}`);
  const text = await shown(camera, token);
  assert.match(text, new RegExp(`Name="test" Type="${TYPE}"`));
  assert.deepEqual(names(text, 'tt:SimpleItem'), await described(camera, token));
}

async function deletesModule(camera: CaseCamera, token: string): Promise<void> {
  await createsModule(camera, token);
  await remove(camera, token, 'test');
  assert.equal(await shown(camera, token), '');
}

async function modifiesModule(camera: CaseCamera, token: string): Promise<void> {
  for (const name of await described(camera, token)) {
    const modified = moduleOf('GroundTruth', `<SimpleItem Name="${name}" Value="1"/>`);
    await camera.ok(`tan:ModifyAnalyticsModules ${of(token)}${modified}`);
    assert.match(await shown(camera, token), new RegExp(`<tt:SimpleItem Name="${name}" Value="1"/>`));
  }
}

/** Analytics Device Test Specification 21.12. */
export const ANALYTICS_CASES: Readonly<Record<string, SpecificationCase>> = {
  ...each('ANALYTICS-1-1-1 ANALYTICS-1-1-2 ANALYTICS-1-1-3 ANALYTICS-1-1-4', NO_RULES),
  ...each('ANALYTICS-2-1-1 ANALYTICS-2-1-2 ANALYTICS-2-1-3 ANALYTICS-2-1-4', NO_RULES),
  ...each('ANALYTICS-3-1-1 ANALYTICS-3-1-2', hasServiceCapabilities('tan')),
  'ANALYTICS-4-1-1': forAll(describesModules),
  'ANALYTICS-4-1-2': forAll(hasOptions),
  'ANALYTICS-4-1-3': forAll(hasModules),
  'ANALYTICS-4-1-4': hasSample,
  'ANALYTICS-4-1-5': forAll(createsModule),
  'ANALYTICS-4-1-6': forAll(deletesModule),
  'ANALYTICS-4-1-7': forAll(modifiesModule),
  'ANALYTICS-4-1-8': notApplicable('every parameter has options'),
  'ANALYTICS-5-1-1': (camera) => camera.ok('tan:GetSupportedMetadata', /<tt:Type Likelihood="1">Human</),
  'ANALYTICS-5-1-3': (camera) => camera.ok('tan:GetSupportedMetadata', /<tt:GeoLocation lon=/),
  ...each('ANALYTICS-5-1-2 ANALYTICS-5-1-4 ANALYTICS-5-1-5 ANALYTICS-5-1-6 ANALYTICS-5-1-7', NO_DETAILS),
  ...each(
    'ANALYTICS-6-1-1 ANALYTICS-6-1-2 ANALYTICS-6-1-3 ANALYTICS-6-1-4 ANALYTICS-6-1-5 ANALYTICS-6-1-6 ANALYTICS-6-1-7',
    NO_RULES,
  ),
  ...each('ANALYTICS-7-1-1 ANALYTICS-7-1-2 ANALYTICS-7-1-3 ANALYTICS-7-1-4', NO_RULES),
  ...each('ANALYTICS-8-1-1 ANALYTICS-8-1-2 ANALYTICS-8-1-3 ANALYTICS-8-1-4', NO_RULES),
  ...each('ANALYTICS-9-1-1 ANALYTICS-9-1-2', NO_RULES),
};
