import assert from 'node:assert/strict';
import { until } from '@kitestring/lab-testing/until.ts';
import { type CaseCamera, each, notApplicable, type SpecificationCase } from './case-camera.ts';

const NO_RELAY = notApplicable('there are no relays');
const NO_AUDIO = notApplicable('there is no audio');
const NO_SERIAL_PORT = notApplicable('there are no serial ports');
const INPUTS = ['flying'];
const TOPIC = '<Filter><TopicExpression>tns1:Device/Trigger/DigitalInput</TopicExpression></Filter>';

const inputs = async (camera: CaseCamera) =>
  [...(await camera.ok('tmd:GetDigitalInputs')).matchAll(/<tmd:DigitalInputs token="(\w+)" IdleState="open"/g)].map(
    ([, token]) => token,
  );

async function countsInputs(camera: CaseCamera): Promise<void> {
  const [, told] = /DigitalInputs="(\d+)"/.exec(await camera.ok('tmd:GetServiceCapabilities')) ?? [];
  assert.equal((await inputs(camera)).length, Number(told));
}

async function setsInputs(camera: CaseCamera): Promise<void> {
  for (const token of INPUTS) {
    const options = await camera.ok(`tmd:GetDigitalInputConfigurationOptions <Token>${token}</Token>`);
    for (const [, state] of options.matchAll(/<tmd:IdleState>(\w+)</g)) {
      await camera.ok(
        `tmd:SetDigitalInputConfigurations <DigitalInputs token="${token}" IdleState="${state}"></DigitalInputs>`,
      );
      await camera.ok('tmd:GetDigitalInputs', new RegExp(`token="${token}" IdleState="${state}"`));
    }
    await camera.refused(
      `tmd:SetDigitalInputConfigurations <DigitalInputs token="${token}" IdleState="closed"></DigitalInputs>`,
      'InvalidArgVal',
    );
  }
  await camera.refused('tmd:GetDigitalInputConfigurationOptions <Token>xyz</Token>', 'InvalidArgVal');
}

/** The event names an input of the list, and comes when its state changes. */
async function triggers(camera: CaseCamera): Promise<void> {
  const { server, station } = camera.device;
  await camera.ok('tev:GetEventProperties', /Trigger><DigitalInput.*Name="InputToken".*Name="LogicalState"/);
  const url = await camera.pullPoint(TOPIC);
  await camera.pull(url);
  const pulled = camera.pull(url);
  await until('the pull to wait', () => server.hasWaitingPull || undefined);
  station.takeOff();
  const text = await pulled;
  assert.match(text, /Changed".*Name="InputToken" Value="flying".*Name="LogicalState" Value="true"/);
  assert.deepEqual(await inputs(camera), INPUTS);
}

async function hasSourcesOfMedia(camera: CaseCamera): Promise<void> {
  const own = [...(await camera.ok('tmd:GetVideoSources')).matchAll(/<tmd:Token>(\w+)</g)].map(([, token]) => token);
  const media = [...(await camera.ok('trt:GetVideoSources')).matchAll(/token="(\w+)"/g)].map(([, token]) => token);
  assert.deepEqual(own, media);
  await camera.ok('tmd:GetServiceCapabilities', new RegExp(`VideoSources="${own.length}"`));
}

/** DeviceIO Device Test Specification 21.12. */
export const DEVICE_IO_CASES: Readonly<Record<string, SpecificationCase>> = {
  ...each('DEVICEIO-1-1-1…5 DEVICEIO-1-2-1…4', NO_RELAY),
  ...each('DEVICEIO-2-1-1…2', triggers),
  'DEVICEIO-3-1-1': async (camera) => assert.deepEqual(await inputs(camera), INPUTS),
  'DEVICEIO-3-1-2': countsInputs,
  ...each('DEVICEIO-3-1-3…4', setsInputs),
  ...each('DEVICEIO-4-1-1 DEVICEIO-8-1-1', NO_AUDIO),
  ...each('DEVICEIO-5-1-1 DEVICEIO-7-1-1', hasSourcesOfMedia),
  ...each('DEVICEIO-6-1-1…8', NO_SERIAL_PORT),
};
