import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera, PROFILE } from './specification/case-camera.ts';

const PRESETS =
  '<Filter><TopicExpression>tns1:PTZController/PTZPresets//.</TopicExpression></Filter><InitialTerminationTime>PT5M</InitialTerminationTime>';
const ELSEWHERE = `tptz:AbsoluteMove ${PROFILE}<Position><PanTilt x="-0.5" y="0"/></Position>`;

/** A camera whose two presets look in different directions; it looks in the second. */
async function started(): Promise<CaseCamera> {
  const camera = await CaseCamera.start();
  for (const [name, x] of [
    ['gate', '0.1'],
    ['yard', '0.4'],
  ] as const) {
    await camera.ok(`tptz:AbsoluteMove ${PROFILE}<Position><PanTilt x="${x}" y="0.2"/></Position>`);
    await camera.ok(`tptz:SetPreset ${PROFILE}<PresetName>${name}</PresetName>`);
  }
  return camera;
}

const goTo = (camera: CaseCamera, token: string) =>
  camera.ok(`tptz:GotoPreset ${PROFILE}<PresetToken>${token}</PresetToken>`);

const told = async (camera: CaseCamera, url: string) =>
  [
    ...(await camera.pull(url)).matchAll(
      /PTZPresets\/(\w+)<.*?Name="PTZConfigurationToken" Value="ptz_zoom".*?Name="PresetToken" Value="(\w+)".*?Name="PresetName" Value="(\w+)"/g,
    ),
  ].map(([, what, token, name]) => `${what} ${token} ${name}`);

describe('events of presets', () => {
  it('tell that a preset is invoked, reached and left', async () => {
    await using camera = await started();
    const { station } = camera.device;
    const url = await camera.pullPoint(PRESETS);
    await goTo(camera, '1');
    assert.deepEqual(await told(camera, url), ['Invoked 1 gate']);
    station.clock.advance(1);
    assert.deepEqual(await told(camera, url), ['Reached 1 gate']);
    await goTo(camera, '2');
    assert.deepEqual(await told(camera, url), ['Left 1 gate', 'Invoked 2 yard']);
    station.clock.advance(1);
    await camera.ok(ELSEWHERE);
    station.clock.advance(2);
    assert.deepEqual(await told(camera, url), ['Reached 2 yard', 'Left 2 yard']);
  });

  it('tell that it is left when another turns the camera, who is no client of ONVIF', async () => {
    await using camera = await started();
    const { station } = camera.device;
    const url = await camera.pullPoint(PRESETS);
    await goTo(camera, '2');
    station.clock.advance(1);
    assert.deepEqual(await told(camera, url), ['Invoked 2 yard', 'Reached 2 yard']);
    if (station.camera !== undefined) station.camera = { ...station.camera, panDeg: 0 };
    station.clock.advance(1.1);
    assert.deepEqual(await told(camera, url), ['Left 2 yard']);
  });

  it('tell that it is aborted by another move, and where the camera stops elsewhere or turns for a minute', async () => {
    await using camera = await started();
    const { station } = camera.device;
    const url = await camera.pullPoint(PRESETS);
    const turns = (isMoving: boolean) => {
      if (station.camera !== undefined) station.camera = { ...station.camera, isMoving, panDeg: 100 };
    };
    turns(true);
    await goTo(camera, '1');
    turns(true);
    await camera.ok(ELSEWHERE);
    station.clock.advance(0.3);
    assert.deepEqual(await told(camera, url), ['Invoked 1 gate', 'Aborted 1 gate']);
    await goTo(camera, '1');
    turns(true);
    station.clock.advance(5);
    assert.deepEqual(await told(camera, url), ['Invoked 1 gate']);
    turns(false);
    station.clock.advance(2);
    assert.deepEqual(await told(camera, url), ['Aborted 1 gate']);
    await goTo(camera, '1');
    turns(true);
    for (let second = 0; second < 61; second += 1) station.clock.advance(1);
    assert.deepEqual(await told(camera, url), ['Invoked 1 gate', 'Aborted 1 gate']);
  });

  it('tell nothing of a refused move, and are listed with their items', async () => {
    await using camera = await started();
    const url = await camera.pullPoint(PRESETS);
    camera.device.station.refusal = { code: 'CONTROL_TAKEN', message: 'Control is with M. Rossi' };
    await camera.refused(`tptz:GotoPreset ${PROFILE}<PresetToken>1</PresetToken>`, 'OperationProhibited');
    await camera.refused(`tptz:GotoPreset ${PROFILE}<PresetToken>9</PresetToken>`, 'InvalidArgVal', 'NoToken');
    camera.device.station.clock.advance(2);
    assert.doesNotMatch(await camera.pullNothing(url), /PTZPresets/);
    await camera.ok(
      'tev:GetEventProperties',
      /PTZPresets><Invoked wstop:topic="true">.*?Name="PresetName" Type="tt:Name"/,
    );
  });
});
