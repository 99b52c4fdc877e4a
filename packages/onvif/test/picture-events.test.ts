import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';
import { FRAME } from './support/frame.ts';

const DARK = 'tns1:VideoSource/ImageTooDark/ImagingService';
const topics = (expression: string) => `<Filter><TopicExpression>${expression}</TopicExpression></Filter>`;

/** A camera whose pictures are judged. */
async function started(): Promise<CaseCamera> {
  const camera = await CaseCamera.start();
  camera.device.station.mainId = 'zoom';
  return camera;
}

const states = (text: string) =>
  [...text.matchAll(/VideoSource\/(\w+).*?Name="Source" Value="vs_zoom".*?Name="State" Value="(\w+)"/g)].map(
    ([, topic, state]) => `${topic} ${state}`,
  );

describe('an event of wrong passwords', () => {
  it('has the address of the guesser, once in 10 s', async () => {
    await using camera = await started();
    const { device } = camera;
    const url = await camera.pullPoint(topics('tns1:Device/SecurityPolicy/AuthFailed'));
    device.isCrowded = true;
    assert.match(await camera.ask('tds:GetUsers'), /^503 .*too many sign-ins at once/s);
    device.isCrowded = false;
    assert.doesNotMatch(await camera.pullNothing(url), /AuthFailed/);
    device.isThrottled = true;
    for (let guess = 0; guess < 3; guess += 1) assert.match(await camera.ask('tds:GetUsers'), /^503 /);
    device.isThrottled = false;
    const text = await camera.pull(url);
    assert.equal(text.match(/Name="SourceIPv4" Value="127.0.0.1"/g)?.length, 1);
  });
});

describe('events of the pictures', () => {
  it('are listed for a simulated camera, and not for a real one', async () => {
    await using camera = await started();
    await camera.ok('tev:GetEventProperties', /<MotionAlarm wstop:topic="true">.*<ImageTooDark><ImagingService/);
    camera.device.station.metadata.hasObjects = false;
    assert.doesNotMatch(await camera.ok('tev:GetEventProperties'), /MotionAlarm|ImageTooDark/);
    await camera.refused(`tev:CreatePullPointSubscription ${topics(DARK)}`, 'InvalidArgVal', 'InvalidFilter');
  });

  it('come while somebody subscribes to them, and only then the pictures are looked at', async () => {
    await using camera = await started();
    const { station } = camera.device;
    const other = await camera.pullPoint(topics('tns1:Device/Trigger/DigitalInput'));
    assert.equal(station.areObjectsWanted, false);
    const url = await camera.pullPoint(topics('tns1:VideoSource//.'));
    assert.equal(station.areObjectsWanted, true);
    assert.deepEqual(states(await camera.pull(url)), ['MotionAlarm false', 'ImageTooDark false']);
    for (const atS of [0, 1, 2]) station.see({ ...FRAME, timeUs: atS * 1_000_000, meanLuma: 3 });
    assert.deepEqual(states(await camera.pull(url)), ['ImageTooDark true']);
    station.clock.advance(5);
    assert.deepEqual(states(await camera.pull(url)), ['ImageTooDark false'], 'without pictures nothing is known');
    await camera.ok('wsnt:Unsubscribe', /./, { url });
    assert.equal(station.areObjectsWanted, false);
    await camera.pull(other);
  });

  it('tell of motion in the thermal stream by its own source, and not of darkness', async () => {
    await using camera = await started();
    const { station } = camera.device;
    station.thermalId = 'thermal';
    const dark = await camera.pullPoint(topics(DARK));
    assert.deepEqual(station.followed, ['zoom']);
    const url = await camera.pullPoint(topics('tns1:VideoSource//.'));
    assert.deepEqual(station.followed, ['zoom', 'thermal']);
    assert.match(await camera.pull(url), /MotionAlarm<.*?Value="vs_thermal"/);
    const [person] = FRAME.objects;
    const walks = (atS: number) => ({
      ...FRAME,
      timeUs: atS * 1_000_000,
      meanLuma: 3,
      objects: person === undefined ? [] : [{ ...person, areaPx: 20, box: { ...person.box, x: 100 + 15 * atS } }],
    });
    for (let atS = 0; atS < 3; atS += 1 / 30) station.see(walks(atS), 'thermal');
    const text = await camera.pull(url);
    assert.match(text, /MotionAlarm<.*?Value="vs_thermal".*?Value="true"/);
    assert.doesNotMatch(text, /ImageTooDark/);
    for (const one of [url, dark]) await camera.ok('wsnt:Unsubscribe', /./, { url: one });
    assert.equal(station.areObjectsWanted, false);
  });

  it('follow the main stream of another camera', async () => {
    await using camera = await started();
    const { station } = camera.device;
    station.mainId = undefined;
    const url = await camera.pullPoint();
    assert.equal(station.areObjectsWanted, false);
    station.mainId = 'zoom';
    station.clock.advance(1);
    assert.equal(station.areObjectsWanted, true);
    await camera.ok('wsnt:Unsubscribe', /./, { url });
  });
});
