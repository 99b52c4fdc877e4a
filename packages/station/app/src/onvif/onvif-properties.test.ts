import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { onvifProperties } from './onvif-properties.ts';

it('each state names its part, where the topic has one: Home Assistant drops it otherwise', () => {
  const { station } = new ScriptedStation().standBy();
  const states = onvifProperties(station, 0).map(({ source, topic }) => `${topic} ${source?.name}=${source?.value}`);
  assert.deepEqual(
    states.filter((state) => !state.includes('DigitalInput')),
    [
      'VideoSource/SignalLoss Source=vs_zoom',
      'Monitoring/OperatingTime/LastReboot undefined=undefined',
      'Device/HardwareFailure/PowerSupplyFailure Token=main',
      'Device/HardwareFailure/StorageFailure Token=recordings',
      'Device/HardwareFailure/TemperatureCritical undefined=undefined',
    ],
  );
});
