import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { MAV_CMD, MAV_FTP_OPCODE, MAV_PARAM_EXT_TYPE, MAV_RESULT, PARAM_ACK } from '@kitestring/mavlink-codec/enums.ts';
import { MavlinkLink, parseAddress } from '@kitestring/mavlink-link';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { CAMERA_DEFINITION } from '../src/camera/camera-definition.ts';
import { addressFor } from '../src/camera/stream-address.ts';
import { MavlinkVehicle } from '../src/mavlink-vehicle.ts';
import { AskedStation, THERMAL, ZOOM } from './support/asked-station.ts';
import { AskedVehicle } from './support/asked-vehicle.ts';

function addressOf(text: string) {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.address : assert.fail(text);
}

const { ACCEPTED, DENIED, TEMPORARILY_REJECTED } = MAV_RESULT;

async function begin(shown: readonly VideoStreamInfo[] = [ZOOM, THERMAL]): Promise<AskedVehicle> {
  const asked = await AskedVehicle.begin('generic');
  asked.station.shown = shown;
  // Streams are looked for again and again.
  await asked.run(6);
  return asked;
}

const zoomLevels = ({ station }: AskedVehicle): readonly number[] =>
  station.asked.flatMap((asked) => {
    const [, level] = /"zoom_level":([\d.]+)/.exec(asked) ?? [];
    return level === undefined ? [] : [Number(level)];
  });

describe('the cameras of the vehicle', () => {
  it('are there when their streams have addresses, and tell them', async () => {
    const { rtsp_url: _, ...unready } = ZOOM;
    await using asked = await begin([unready]);
    const heartbeats = () =>
      asked.heard.filter(({ component, name }) => name === 'HEARTBEAT' && component === 100).length;
    assert.equal(heartbeats(), 0);
    asked.station.shown = [ZOOM, THERMAL];
    await asked.run(6);
    assert.ok(heartbeats() > 0);
    assert.deepEqual(await asked.order('REQUEST_MESSAGE', { component: 100, params: [269] }), [ACCEPTED]);
    const streams = asked.all('VIDEO_STREAM_INFORMATION');
    assert.deepEqual(
      streams.map(({ count, flags, hfov, stream_id, uri }) => [stream_id, count, flags, hfov, uri]),
      [[1, 1, 1, 90, ZOOM.rtsp_url]],
    );
  });

  it('name the host by which their reader has reached us, over a real connection', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const { address = '127.0.0.1' } = addresses.find(({ family, internal }) => family === 'IPv4' && !internal) ?? {};
    const clock = new RealTimeClock(() => assert.fail('no bug is expected'));
    const station = new AskedStation();
    station.shown = [ZOOM];
    const listen = addressOf('tcp-listen://0.0.0.0:0');
    await using vehicle = await MavlinkVehicle.open(listen, { station, persona: 'generic', clock });
    const { transportState: state } = vehicle.link;
    const port = state.state === 'Open' ? state.boundTo : undefined;
    const ids = { system: 255, component: 190 };
    await using ground = await MavlinkLink.open(addressOf(`tcp://${address}:${port}`), { ids, clock });
    const heard = Promise.withResolvers<string>();
    ground.onMessage(({ component, fields, name }) => {
      const request = { target_system: 1, target_component: 100, command: MAV_CMD.REQUEST_MESSAGE, confirmation: 0 };
      const params = { param1: 269, param2: 0, param3: 0, param4: 0, param5: 0, param6: 0, param7: 0 };
      if (name === 'HEARTBEAT' && component === 100) ground.send('COMMAND_LONG', { ...request, ...params });
      if (name === 'VIDEO_STREAM_INFORMATION') heard.resolve(fields.uri);
    });
    assert.equal(await heard.promise, `rtsp://${address}:8554/zoom?ticket=abc`);
    clock.stop();
  });

  it('name a host of any kind', () => {
    for (const [host, wanted] of [
      ['192.168.2.1', 'rtsp://192.168.2.1:8554/zoom?ticket=abc'],
      ['::ffff:10.0.0.5', 'rtsp://10.0.0.5:8554/zoom?ticket=abc'],
      ['fe80::1%eth0', 'rtsp://[fe80::1]:8554/zoom?ticket=abc'],
      [undefined, ZOOM.rtsp_url],
    ] as const) {
      assert.equal(addressFor(ZOOM.rtsp_url ?? '', host), wanted);
    }
  });

  it('zoom by a share, a focal length, a field of view, and steps', async () => {
    await using asked = await begin();
    const zoom = (...params: readonly number[]) => asked.order('SET_CAMERA_ZOOM', { component: 100, params });
    for (const [type, value] of [
      [2, 50],
      [3, 6],
      [4, 2 * Math.atan(0.5) * (180 / Math.PI)],
      [2, 500],
    ] as const) {
      assert.deepEqual(await zoom(type, value), [ACCEPTED]);
    }
    assert.deepEqual(
      zoomLevels(asked).map((level) => level.toFixed(3)),
      ['11.000', '2.000', '2.000', '21.000'],
    );
    asked.station.answer = { status: 200, body: { zoom_level: 4 } };
    await zoom(0, -1);
    assert.equal(zoomLevels(asked).at(-1), 2);
    assert.deepEqual(await zoom(9, 1), [DENIED]);
    assert.deepEqual(await asked.order('SET_CAMERA_ZOOM', { component: 101, params: [2, 50] }), [DENIED]);
  });

  it('zoom at a rate until they are stopped, or at the end', async () => {
    await using asked = await begin();
    asked.station.answer = { status: 200, body: { zoom_level: 2 } };
    const zoom = (...params: readonly number[]) => asked.order('SET_CAMERA_ZOOM', { component: 100, params });
    assert.deepEqual(await zoom(1, 1), [ACCEPTED]);
    await asked.run(1.4);
    assert.deepEqual(await zoom(1, 0), [ACCEPTED]);
    const levels = zoomLevels(asked);
    assert.ok(levels.every((level, index) => level >= (levels[index - 1] ?? 0)));
    // It doubles in a second and a half.
    assert.ok((levels.at(-1) ?? 0) > 3.4 && (levels.at(-1) ?? 0) < 4.1, `${levels}`);
    await asked.run(2);
    assert.equal(zoomLevels(asked).length, levels.length);
    await zoom(1, -1);
    await asked.run(20);
    assert.equal(zoomLevels(asked).at(-1), 1);
    const ended = zoomLevels(asked).length;
    await asked.run(2);
    assert.equal(zoomLevels(asked).length, ended);
  });

  it('take one image for an order that arrives twice, and tell it', async () => {
    await using asked = await begin();
    asked.station.answer = { status: 200 };
    const photo = (sequence: number) =>
      asked.order('IMAGE_START_CAPTURE', { component: 100, params: [0, 0, 1, sequence] });
    assert.deepEqual(await photo(7), [ACCEPTED]);
    assert.equal(asked.all('CAMERA_IMAGE_CAPTURED').length, 1);
    assert.deepEqual(await photo(7), [ACCEPTED]);
    assert.deepEqual(asked.station.asked, ['videostreams/zoom/snapshot']);
    asked.station.answer = { status: 409, refusal: { code: 'STREAM_NOT_READY', message: 'not yet' } };
    assert.deepEqual(await photo(8), [TEMPORARILY_REJECTED]);
    assert.equal(asked.texts.at(-1), 'not yet');
    assert.equal(asked.last('CAMERA_IMAGE_CAPTURED').capture_result, 0);
  });

  it('take images at an interval until they are stopped, or have all', async () => {
    await using asked = await begin();
    asked.station.answer = { status: 200 };
    const start = (...params: readonly number[]) => asked.order('IMAGE_START_CAPTURE', { component: 100, params });
    const status = async () => {
      await asked.order('REQUEST_MESSAGE', { component: 100, params: [262] });
      const { image_count, image_interval, image_status } = asked.last('CAMERA_CAPTURE_STATUS');
      return [image_status, image_interval, image_count];
    };
    for (const wrong of [
      [0, 0, 0],
      [0, 0.2, 5],
      [0, Number.NaN, 0],
      [0, 2, -1],
      [0, 2, 1.5],
    ]) {
      assert.deepEqual(await start(...wrong), [DENIED], `${wrong}`);
    }
    assert.deepEqual(await start(0, 2, 3), [ACCEPTED]);
    assert.deepEqual(await status(), [2, 2, 1]);
    await asked.run(10);
    assert.deepEqual(await status(), [0, 0, 3]);
    assert.deepEqual(await start(0, 1, 0), [ACCEPTED]);
    await asked.run(5);
    assert.deepEqual(await asked.order('IMAGE_STOP_CAPTURE', { component: 100 }), [ACCEPTED]);
    const taken = asked.all('CAMERA_IMAGE_CAPTURED').length;
    assert.ok(taken >= 8 && taken <= 9, `${taken}`);
    await asked.run(5);
    assert.deepEqual(await status(), [0, 0, taken]);
    assert.deepEqual(
      asked.all('CAMERA_IMAGE_CAPTURED').map(({ image_index: index }) => index),
      Array.from({ length: taken }, (_, index) => index),
    );
  });

  it('tell an image again to a ground station that has missed it, and none that does not exist', async () => {
    await using asked = await begin();
    asked.station.answer = { status: 200 };
    for (const sequence of [1, 2]) {
      await asked.order('IMAGE_START_CAPTURE', { component: 100, params: [0, 0, 1, sequence] });
    }
    const [first, second] = asked.all('CAMERA_IMAGE_CAPTURED');
    assert.deepEqual(await asked.order('REQUEST_MESSAGE', { component: 100, params: [263, 0] }), [ACCEPTED]);
    assert.deepEqual(asked.last('CAMERA_IMAGE_CAPTURED'), first);
    assert.deepEqual(await asked.order('REQUEST_CAMERA_IMAGE_CAPTURE', { component: 100, params: [1] }), [ACCEPTED]);
    assert.deepEqual(asked.last('CAMERA_IMAGE_CAPTURED'), second);
    for (const index of [2, -1, Number.NaN]) {
      const order = asked.order('REQUEST_MESSAGE', { component: 100, params: [263, index] });
      assert.deepEqual(await order, [TEMPORARILY_REJECTED]);
    }
    assert.equal(asked.all('CAMERA_IMAGE_CAPTURED').length, 4);
  });

  it('show the thermal picture as their primary source, and the colour picture again', async () => {
    await using asked = await begin();
    const source = (wanted: number, component = 100) =>
      asked.order('SET_CAMERA_SOURCE', { component, params: [0, wanted] });
    assert.deepEqual(await source(2), [ACCEPTED]);
    assert.equal(asked.last('VIDEO_STREAM_INFORMATION').uri, THERMAL.rtsp_url);
    assert.equal(asked.last('VIDEO_STREAM_INFORMATION').flags, 3);
    assert.deepEqual(await source(3), [DENIED]);
    assert.deepEqual(await source(1), [ACCEPTED]);
    assert.equal(asked.last('VIDEO_STREAM_INFORMATION').uri, ZOOM.rtsp_url);
    assert.deepEqual(await source(1, 101), [DENIED]);
    await source(2);
    // The payload is swapped for one without a thermal picture.
    asked.station.shown = [ZOOM];
    await asked.run(6);
    assert.deepEqual(await source(2), [DENIED]);
    await asked.order('REQUEST_MESSAGE', { component: 100, params: [269] });
    assert.equal(asked.last('VIDEO_STREAM_INFORMATION').uri, ZOOM.rtsp_url);
  });
});

describe('the settings of the thermal camera', () => {
  const THERMAL_CAMERA = { target_system: 1, target_component: 101 };
  const { UINT8 } = MAV_PARAM_EXT_TYPE;

  it('are its palette, by an extended parameter', async () => {
    await using asked = await begin();
    asked.station.answer = { status: 200, body: { thermal_color_palette: 'Ironbow' } };
    asked.send('PARAM_EXT_REQUEST_LIST', THERMAL_CAMERA);
    asked.send('PARAM_EXT_REQUEST_READ', { ...THERMAL_CAMERA, param_id: 'THERM_PALETTE', param_index: -1 });
    asked.send('PARAM_EXT_REQUEST_READ', { ...THERMAL_CAMERA, param_id: 'OTHER', param_index: -1 });
    await asked.run(0.1);
    const values = asked.all('PARAM_EXT_VALUE');
    assert.deepEqual(
      values.map(({ param_count, param_id, param_type, param_value }) => [
        param_id,
        param_type,
        param_value,
        param_count,
      ]),
      [0, 1].map(() => ['THERM_PALETTE', UINT8, '\x04', 1]),
    );
    asked.station.asked.length = 0;
    const set = (param_id: string, param_value: string, param_type: number = UINT8) =>
      asked.send('PARAM_EXT_SET', { ...THERMAL_CAMERA, param_id, param_value, param_type });
    set('THERM_PALETTE', '\x01');
    await asked.run(0.1);
    assert.deepEqual(asked.station.asked, [
      'videostreams/thermal/control/palette {"thermal_color_palette":"BlackHot"}',
    ]);
    const { param_result, param_value } = asked.last('PARAM_EXT_ACK');
    assert.deepEqual([param_result, param_value], [PARAM_ACK.ACCEPTED, '\x01']);
    for (const [name, value, type] of [
      ['THERM_PALETTE', '\x63', UINT8],
      ['THERM_PALETTE', '\x01', 9],
      ['ÄÄÄÄÄÄÄÄ', '\x01', UINT8],
    ] as const) {
      set(name, value, type);
      await asked.run(0.1);
      assert.equal(asked.last('PARAM_EXT_ACK').param_result, PARAM_ACK.VALUE_UNSUPPORTED);
    }
    asked.station.answer = { status: 409, refusal: { code: 'STREAM_NOT_READY', message: 'not yet' } };
    set('THERM_PALETTE', '\x02');
    await asked.run(0.1);
    assert.equal(asked.last('PARAM_EXT_ACK').param_result, PARAM_ACK.FAILED);
  });

  it('have a definition, to be read from the camera as a file', async () => {
    await using asked = await begin();
    await asked.order('REQUEST_MESSAGE', { component: 101, params: [259] });
    assert.equal(asked.last('CAMERA_INFORMATION').cam_definition_uri, 'mftp://[;comp=101]/camera.xml');
    const ftp = async (opcode: number, offset: number, data: readonly number[], size = data.length) => {
      const head = [1, 0, 0, opcode, size, 0, 0, 0, offset & 0xff, offset >> 8, 0, 0];
      const from = asked.all('FILE_TRANSFER_PROTOCOL').length;
      asked.send('FILE_TRANSFER_PROTOCOL', { ...THERMAL_CAMERA, target_network: 0, payload: [...head, ...data] });
      await asked.run(0.1);
      return asked
        .all('FILE_TRANSFER_PROTOCOL')
        .slice(from)
        .map(({ payload }) => Buffer.from(payload));
    };
    const { ACK, BURSTREADFILE, NAK, OPENFILERO, READFILE } = MAV_FTP_OPCODE;
    // As readers write it.
    for (const path of ['/camera.xml', 'camera.xml', '[;comp=101]/camera.xml\0']) {
      assert.equal((await ftp(OPENFILERO, 0, [...Buffer.from(path)]))[0]?.[3], ACK, path);
    }
    const [opened] = await ftp(OPENFILERO, 0, [...Buffer.from('/camera.xml')]);
    assert.equal(opened?.readUInt32LE(12), CAMERA_DEFINITION.length);
    const parts = await ftp(BURSTREADFILE, 0, [], 200);
    const text = (part: Buffer) => part.subarray(12, 12 + (part[4] ?? 0)).toString();
    assert.equal(parts.map(text).join(''), CAMERA_DEFINITION.slice(0, 1600));
    assert.deepEqual(
      parts.map((part) => part.readUInt16LE(0)),
      parts.map((_, index) => 2 + index),
    );
    assert.deepEqual(
      parts.map((part) => part[6]),
      parts.map((_, index) => (index === parts.length - 1 ? 1 : 0)),
    );
    const [last] = await ftp(READFILE, CAMERA_DEFINITION.length - 5, [], 239);
    assert.equal(last === undefined ? '' : text(last), CAMERA_DEFINITION.slice(-5));
    for (const [opcode, offset, data] of [
      [READFILE, 60_000, []],
      [BURSTREADFILE, 60_000, []],
      [OPENFILERO, 0, [...Buffer.from('/etc/passwd')]],
      [6, 0, []],
    ] as const) {
      assert.equal((await ftp(opcode, offset, data))[0]?.[3], NAK);
    }
  });
});
