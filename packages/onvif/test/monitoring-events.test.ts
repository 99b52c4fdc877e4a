import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CaseCamera } from './specification/case-camera.ts';

const filter = (topics: string) =>
  `<Filter><TopicExpression>${topics}</TopicExpression></Filter><InitialTerminationTime>PT5M</InitialTerminationTime>`;
const CLOCK = 'tns1:Monitoring/OperatingTime/LastClockSynchronization';

const shown = (text: string) =>
  [...text.matchAll(/Monitoring\/([\w/]+)<.*?<tt:Data><tt:SimpleItem Name="\w+" Value="(.*?)"/g)].map(
    ([, topic, value]) => `${topic} ${value}`,
  );
const told = async (camera: CaseCamera, url: string) => shown(await camera.pull(url));

describe('events of monitoring', () => {
  it('tell the usage of the processors as an average of 5 s, only while a subscription selects it', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    let asked = 0;
    station.times = { busyMs: 2_000, totalMs: 10_000 };
    const { processorTimes } = station;
    station.processorTimes = () => {
      asked += 1;
      return processorTimes();
    };
    const other = await camera.pullPoint(filter('tns1:Device//.'));
    const before = asked;
    station.clock.advance(60);
    assert.equal(asked, before);
    const url = await camera.pullPoint(filter('tns1:Monitoring/ProcessorUsage'));
    assert.deepEqual(await told(camera, url), ['ProcessorUsage 20']);
    station.times = { busyMs: 6_000, totalMs: 15_000 };
    station.clock.advance(4.5);
    assert.deepEqual(shown(await camera.pullNothing(url)), []);
    station.clock.advance(0.4);
    assert.deepEqual(await told(camera, url), ['ProcessorUsage 80']);
    station.times = { busyMs: 10_000, totalMs: 20_000 };
    station.clock.advance(5);
    assert.deepEqual(shown(await camera.pullNothing(url)), [], 'the same again is no news');
    await camera.ok('wsnt:Unsubscribe', /./, { url });
    const after = asked;
    station.clock.advance(60);
    assert.equal(asked, after);
    await camera.pull(other);
  });

  it('tell the charge of the backup battery by steps of 2 %, to subscriptions that name it', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    station.battery = 97.5;
    await camera.ok('tev:GetEventProperties', /<BatteryCapacity wstop:topic="true">.*PercentageRemainingCapacity/);
    const all = await camera.pullPoint('<InitialTerminationTime>PT5M</InitialTerminationTime>');
    assert.deepEqual(
      (await told(camera, all)).map((text) => text.split(' ')[0]),
      ['OperatingTime/LastClockSynchronization'],
    );
    const url = await camera.pullPoint(filter('tns1:Monitoring/BatteryCapacity'));
    assert.deepEqual(await told(camera, url), ['BatteryCapacity 97.5']);
    for (const charge of [96, 95.4, 94]) {
      station.battery = charge;
      station.clock.advance(5);
    }
    assert.deepEqual(await told(camera, url), ['BatteryCapacity 95.4']);
    station.battery = undefined;
    await camera.refused(
      `tev:CreatePullPointSubscription ${filter('tns1:Monitoring/Nothing')}`,
      'InvalidArgVal',
      'InvalidFilter',
    );
  });

  it('tell when a client has set the clock, and 1970 before', async () => {
    await using camera = await CaseCamera.start();
    const { station } = camera.device;
    const url = await camera.pullPoint(filter(CLOCK));
    assert.deepEqual(await told(camera, url), ['OperatingTime/LastClockSynchronization 1970-01-01T00:00:00.000Z']);
    const setMs = station.clock.nowUs() / 1000;
    await camera.ok(
      'tds:SetSystemDateAndTime <DateTimeType>NTP</DateTimeType><DaylightSavings>false</DaylightSavings>',
    );
    const [text = ''] = await told(camera, url);
    assert.ok(Math.abs(Date.parse(text.split(' ')[1] ?? '') - setMs) < 1000, text);
    const { isSimulated } = station.identity;
    assert.ok(isSimulated);
    Object.assign(station.identity, { isSimulated: false });
    await camera.refused(`tev:CreatePullPointSubscription ${filter(CLOCK)}`, 'InvalidArgVal', 'InvalidFilter');
  });
});
