import assert from 'node:assert/strict';
import { type CaseCamera, each, hasServiceCapabilities, notApplicable, type SpecificationCase } from './case-camera.ts';

const source = (token: string) => `<VideoSourceToken>${token}</VideoSourceToken>`;
const SOURCES = ['vs_zoom', 'vs_thermal'].map(source);
const NO_MOVE = notApplicable('nothing in the lens moves but the zoom');
const NO_TOPIC = notApplicable('there is no such topic');

const set = (of: string, content: string) =>
  `timg:SetImagingSettings ${of}<ImagingSettings>${content}</ImagingSettings>`;

const answersAll = (name: string, pattern: RegExp) => async (camera: CaseCamera) => {
  for (const of of SOURCES) await camera.ok(`timg:${name} ${of}`, pattern);
};

const refusesSource =
  (name: string, content = '') =>
  (camera: CaseCamera) =>
    camera.refused(`timg:${name} ${source('xyz')}${content}`, 'InvalidArgVal', 'NoSource');

async function refusesInvalid(camera: CaseCamera): Promise<void> {
  for (const of of SOURCES) {
    const before = await camera.ok(`timg:GetImagingSettings ${of}`);
    for (const value of ['-1', '101', 'much'])
      await camera.refused(set(of, `<Brightness>${value}</Brightness>`), 'InvalidArgVal', 'SettingsInvalid');
    assert.equal(await camera.ok(`timg:GetImagingSettings ${of}`), before);
  }
}

/** Elements of an answer with a value, by their order. */
const names = (text: string) =>
  [...text.matchAll(/<tt:(Brightness|ColorSaturation|Contrast)>/g)].map(([, name]) => name);

async function isConsistent(camera: CaseCamera): Promise<void> {
  for (const of of SOURCES) {
    const settings = names(await camera.ok(`timg:GetImagingSettings ${of}`));
    assert.deepEqual(settings, names(await camera.ok(`timg:GetOptions ${of}`)));
  }
}

async function setsAll(camera: CaseCamera): Promise<void> {
  for (const of of SOURCES) {
    for (const name of names(await camera.ok(`timg:GetOptions ${of}`))) {
      for (const value of [0, 100]) {
        await camera.ok(set(of, `<${name}>${value}</${name}>`));
        await camera.ok(`timg:GetImagingSettings ${of}`, new RegExp(`<tt:${name}>${value}<`));
      }
    }
  }
}

/** Imaging Device Test Specification 21.12. */
export const IMAGING_CASES: Readonly<Record<string, SpecificationCase>> = {
  'IMAGING-1-1-1': answersAll('GetImagingSettings', /<tt:Brightness>50</),
  'IMAGING-1-1-3': answersAll('GetOptions', /<tt:Brightness><tt:Min>0<\/tt:Min><tt:Max>100</),
  'IMAGING-1-1-8': refusesInvalid,
  'IMAGING-1-1-10': refusesSource('GetImagingSettings'),
  'IMAGING-1-1-11': refusesSource('GetOptions'),
  'IMAGING-1-1-12': refusesSource('SetImagingSettings', '<ImagingSettings><Contrast>40</Contrast></ImagingSettings>'),
  'IMAGING-1-1-14': setsAll,
  'IMAGING-1-1-15': notApplicable('there are no additional features'),
  'IMAGING-1-1-16': isConsistent,
  'IMAGING-2-1-1': answersAll('GetMoveOptions', /MoveOptions/),
  ...each('IMAGING-2-1-3 IMAGING-2-1-4 IMAGING-2-1-5 IMAGING-2-1-6 IMAGING-2-1-7 IMAGING-2-1-8', NO_MOVE),
  'IMAGING-2-1-10': async (camera) => {
    for (const kind of ['Absolute', 'Relative', 'Continuous'])
      await camera.refused(`timg:Move ${SOURCES[0]}<Focus><${kind}/></Focus>`, 'ActionNotSupported');
  },
  'IMAGING-2-1-11': answersAll('GetStatus', /Status/),
  ...each('IMAGING-2-1-13 IMAGING-2-1-16 IMAGING-2-1-18', NO_MOVE),
  'IMAGING-2-1-15': refusesSource('GetMoveOptions'),
  'IMAGING-2-1-17': refusesSource('GetStatus'),
  ...each('IMAGING-3-1-1 IMAGING-3-1-2', hasServiceCapabilities('timg')),
  ...each('IMAGING-4-1-1 IMAGING-4-1-2 IMAGING-4-1-3 IMAGING-4-1-4 IMAGING-4-1-5', NO_TOPIC),
};
