import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { CAMERA_CAP_FLAGS, MAV_CMD, MAV_RESULT, VIDEO_STREAM_STATUS_FLAGS } from '@kitestring/mavlink-codec/enums.ts';
import { describeCamera, SnapshotOrders, streamOf } from '../src/protocol/camera.ts';
import { LINES, LineTrial } from './support/line-trial.ts';

const CAMERA = { system: 1, component: 100 };
const text = (name: string) => [...Buffer.from(name)];

const information: FieldsToSend['CAMERA_INFORMATION'] = {
  time_boot_ms: 1,
  firmware_version: 0,
  focal_length: 4,
  sensor_size_h: 6,
  sensor_size_v: 4,
  flags: CAMERA_CAP_FLAGS.CAPTURE_IMAGE | CAMERA_CAP_FLAGS.HAS_VIDEO_STREAM | CAMERA_CAP_FLAGS.HAS_BASIC_ZOOM,
  resolution_h: 1920,
  resolution_v: 1080,
  cam_definition_version: 0,
  vendor_name: text('Kite\u0007string'),
  model_name: text('Eye'),
  lens_id: 0,
  cam_definition_uri: '',
  gimbal_device_id: 154,
};

const stream = (stream_id: number, uri: string, flags = 1): FieldsToSend['VIDEO_STREAM_INFORMATION'] => ({
  stream_id,
  count: 2,
  type: 0,
  flags,
  framerate: 30,
  resolution_h: 1920,
  resolution_v: 1080,
  bitrate: 4_000_000,
  rotation: 0,
  hfov: 60,
  name: `stream ${stream_id}`,
  uri,
  encoding: 1,
});

const STREAMS = [
  stream(1, 'rtsp://10.0.0.2:8554/visible'),
  stream(2, 'rtsp://10.0.0.2:8554/thermal', 1 | VIDEO_STREAM_STATUS_FLAGS.THERMAL),
];

/** A camera that takes a picture for each new number, as the protocol asks. */
function scriptedCamera(trial: LineTrial) {
  const pictures: number[] = [];
  trial.vehicle.onMessage((message) => {
    if (message.name !== 'COMMAND_LONG' || message.fields.target_component !== CAMERA.component) return;
    const { command, param1, param2, param4 } = message.fields;
    const from = CAMERA.component;
    const ack = { command, result: MAV_RESULT.ACCEPTED, target_system: 255, target_component: 190 };
    trial.vehicle.send('COMMAND_ACK', ack, { from });
    if (command === MAV_CMD.IMAGE_START_CAPTURE && param4 > (pictures.at(-1) ?? 0)) pictures.push(param4);
    if (command !== MAV_CMD.REQUEST_MESSAGE) return;
    if (param1 === 259) trial.vehicle.send('CAMERA_INFORMATION', information, { from });
    const asked = STREAMS[param2 - 1];
    if (param1 === 269 && asked !== undefined) trial.vehicle.send('VIDEO_STREAM_INFORMATION', asked, { from });
  });
  return pictures;
}

describe('a camera', () => {
  it('tells what it is and where its streams are', async () => {
    await using trial = await LineTrial.begin();
    scriptedCamera(trial);
    const reply = await trial.settled(describeCamera(trial.station, trial.commands, CAMERA), 3);
    assert.ok(reply.outcome === 'Received');
    const { camera } = reply;
    assert.deepEqual(
      [camera.vendor, camera.model, camera.hasZoom, camera.hasThermalRange],
      ['Kitestring', 'Eye', true, false],
    );
    assert.deepEqual(
      camera.streams.map(({ encoding, isThermal, kind, url }) => [kind, encoding, isThermal, url]),
      [
        ['RTSP', 'H264', false, 'rtsp://10.0.0.2:8554/visible'],
        ['RTSP', 'H264', true, 'rtsp://10.0.0.2:8554/thermal'],
      ],
    );
  });

  it('that is not there is silent, or refused', async () => {
    await using trial = await LineTrial.begin();
    const ask = () => trial.settled(describeCamera(trial.station, trial.commands, CAMERA), 6);
    assert.deepEqual(await ask(), { outcome: 'Silent' });
    trial.vehicle.onMessage((message) => {
      if (message.name !== 'COMMAND_LONG') return;
      const ack = { command: 512, result: MAV_RESULT.UNSUPPORTED, target_system: 255, target_component: 190 };
      trial.vehicle.send('COMMAND_ACK', ack, { from: 100 });
    });
    assert.deepEqual(await ask(), { outcome: 'Refused', reason: 'Unsupported' });
  });

  it('has an address of a stream only where that is whole', () => {
    const urlOf = (uri: string) => streamOf({ ...stream(1, uri), camera_device_id: 0, encoding: 0 }).url;
    assert.equal(urlOf('rtsp://10.0.0.2/a'), 'rtsp://10.0.0.2/a');
    assert.equal(urlOf('rtsp://10.0.0.2/a\u0000\u0001'), 'rtsp://10.0.0.2/a');
    const full = `rtsp://10.0.0.2/${'a'.repeat(200)}`;
    assert.equal(urlOf(full.slice(0, 159)), full.slice(0, 159));
    assert.equal(urlOf(full.slice(0, 160)), undefined, 'no NUL: its end may be missing');
    for (const uri of ['', '5600', 'rtsp://', 'not an address', 'javascript:alert(1)'])
      assert.equal(urlOf(uri), undefined);
  });

  for (const { name, ...line } of LINES) {
    it(`takes one picture for each order, on ${name}`, async () => {
      await using trial = await LineTrial.begin(line);
      const pictures = scriptedCamera(trial);
      const orders = new SnapshotOrders(trial.commands, CAMERA, 1_700_000_000);
      const outcomes: string[] = [];
      for (let index = 0; index < 20; index += 1) {
        outcomes.push((await trial.settled(orders.take(), 5)).outcome);
      }
      const accepted = outcomes.filter((outcome) => outcome === 'Accepted').length;
      assert.ok(outcomes.every((outcome) => ['Accepted', 'Silent'].includes(outcome)));
      assert.ok(
        pictures.length >= accepted && pictures.length <= 20,
        `${pictures.length} pictures, ${accepted} accepted`,
      );
      assert.equal(new Set(pictures).size, pictures.length);
    });
  }
});
