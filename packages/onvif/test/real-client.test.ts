import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { adopt } from './support/npm-client.ts';
import { TestDevice } from './support/scripted-camera.ts';

describe('the ONVIF client of npm', () => {
  it('adopts the camera, reads it, and moves it', async () => {
    await using device = await TestDevice.start();
    const { ask } = await adopt(device);
    const { model } = (await ask('getDeviceInformation')) as { model: string };
    assert.equal(model, 'Camera 2nd Generation');
    assert.deepEqual(await ask('getStreamUri', { protocol: 'RTSP' }), {
      uri: 'rtsp://127.0.0.1:8554/zoom?metadata=onvif',
    });
    const snapshot = `http://127.0.0.1:${device.server.port}/onvif/snapshot/zoom`;
    assert.deepEqual(await ask('getSnapshotUri'), { uri: snapshot });
    for (const name of ['getNodes', 'getConfigurations', 'getVideoSources', 'getNetworkInterfaces', 'getScopes']) {
      assert.ok(await ask(name), name);
    }
    await ask('relativeMove', { x: 0.5, y: 0, zoom: 0.5 });
    assert.deepEqual(
      device.station.orders.map(([path]) => path),
      ['camera/control/rotate_to_angle', 'videostreams/zoom/control/zoom'],
    );
    const { moveStatus } = (await ask('getStatus')) as { moveStatus: unknown };
    assert.deepEqual(moveStatus, { panTilt: 'MOVING', zoom: 'IDLE' });
    await ask('stop', { panTilt: true, zoom: true });
    await ask('setPreset', { presetName: 'gate' });
    assert.deepEqual(Object.keys((await ask('getPresets', {})) as object), ['gate']);
    await ask('createPullPointSubscription');
    const { notificationMessage } = (await ask('pullMessages', { messageLimit: 10 })) as {
      notificationMessage: { topic: { _: string } }[];
    };
    assert.deepEqual(
      notificationMessage.map(({ topic }) => topic._),
      [
        'tns1:Device/Trigger/DigitalInput',
        'tns1:Device/HardwareFailure/TemperatureCritical',
        'tns1:Monitoring/OperatingTime/LastClockSynchronization',
      ],
    );
    const pulled = ask('pullMessages', { messageLimit: 10, timeout: 'PT5S' });
    await until('the pull to wait', () => device.server.hasWaitingPull || undefined);
    device.station.takeOff();
    assert.match(JSON.stringify(await pulled), /flying.*LogicalState.*true/);
    await ask('renew', {});
    await ask('unsubscribe');
    assert.equal(device.station.listenerCount, 0);
    assert.deepEqual(device.bugs, []);
  });
});
