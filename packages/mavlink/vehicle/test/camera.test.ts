import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { MAV_CMD, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { FlightPicture } from '../src/autopilot/flight-picture.ts';
import { CameraComponent } from '../src/camera/camera-component.ts';
import { OfferedStreams } from '../src/camera/offered-streams.ts';
import type { VehicleOrder } from '../src/server/order.ts';
import { VehicleControl } from '../src/station/vehicle-control.ts';
import type { VehicleAnswer, VehicleRequest, VehicleStation } from '../src/station/vehicle-station.ts';

const ZOOM: VideoStreamInfo = {
  ...{ stream_id: 'zoom', type: 'Color', frame_width: 1920, frame_height: 1080, codec: 'H.264', can_do_snapshot: true },
  ...{ sensor_width: 6, sensor_height: 3.4, lens_focal_length: 3, zoom_min: 1, zoom_max: 21 },
  rtsp_url: 'rtsp://127.0.0.1:8554/zoom?ticket=abc',
};

/** The station as far as a camera asks it, which says what was asked. */
class AskedStation implements VehicleStation {
  readonly asked: string[] = [];
  readonly softwareVersion = '1.0.0';
  readonly serial = '';
  answer: VehicleAnswer = { status: 202 };
  shown: readonly VideoStreamInfo[] = [];
  readonly nowUs = () => 1_000_000;
  readonly flight = () => ({ flight_state: 'Flying', altitude: 5 }) as const;
  readonly limits = () => undefined;
  readonly readiness = () => assert.fail('a camera flies nothing');
  readonly camera = () => ({ online_state: 'Online', pan_ned: 0, tilt_ned: 20, roll_ned: 0 }) as const;
  readonly cameraInfo = () => ({ model: 'Camera 2nd Generation' }) as const;
  readonly sample = () => undefined;
  readonly controller = () => undefined;
  readonly streams = async () => this.shown;
  readonly onNotification = () => () => {};
  readonly request = async ({ body, path }: VehicleRequest) => {
    if (path === 'handoff/control/request') return { status: 201 };
    this.asked.push(body === undefined ? path : `${path} ${JSON.stringify(body)}`);
    return this.answer;
  };
}

async function cameraOf(station: AskedStation): Promise<CameraComponent> {
  const streams = new OfferedStreams(station, new VirtualClock());
  const control = new VehicleControl({ station, onLost: () => assert.fail('control is not lost') });
  const camera = new CameraComponent(100, 'Color', {
    ...{ station, control, streams, picture: new FlightPicture(station), gimbalDeviceId: 154 },
  });
  camera.step();
  await breath();
  return camera;
}

const order = (name: keyof typeof MAV_CMD, ...params: readonly number[]): VehicleOrder => {
  const [p1 = 0, p2 = 0, p3 = 0, p4 = 0] = params;
  const from = { system: 255, component: 190, peer: '' };
  return {
    command: MAV_CMD[name],
    params: [p1, p2, p3, p4, 0, 0, 0],
    frame: undefined,
    confirmation: 0,
    isForAll: false,
    from,
  };
};

describe('a camera of the vehicle', () => {
  it('is there when its stream has an address, and tells it', async () => {
    const station = new AskedStation();
    const { rtsp_url: _, ...unready } = ZOOM;
    station.shown = [unready];
    assert.equal((await cameraOf(station)).heartbeat(), undefined);
    station.shown = [ZOOM, { ...ZOOM, stream_id: 'thermal', type: 'Thermal' }];
    const camera = await cameraOf(station);
    assert.equal(camera.heartbeat()?.type, 30);
    const [stream, ...others] = [camera.sources.VIDEO_STREAM_INFORMATION?.()].flat();
    assert.deepEqual(others, []);
    assert.deepEqual([stream?.stream_id, stream?.uri, stream?.hfov], [1, ZOOM.rtsp_url, 90]);
  });

  it('zooms by a share, a focal length, a field of view, and steps', async () => {
    const station = new AskedStation();
    station.shown = [ZOOM];
    const camera = await cameraOf(station);
    for (const [type, value] of [
      [2, 50],
      [3, 6],
      [4, 2 * Math.atan(0.5) * (180 / Math.PI)],
      [2, 500],
    ] as const) {
      assert.deepEqual(await camera.run(order('SET_CAMERA_ZOOM', type, value)), { result: MAV_RESULT.ACCEPTED });
    }
    const levels = station.asked.map((asked) => Number(/"zoom_level":([\d.]+)/.exec(asked)?.[1]).toFixed(3));
    assert.deepEqual(levels, ['11.000', '2.000', '2.000', '21.000']);
    station.answer = { status: 200, body: { zoom_level: 4 } };
    await camera.run(order('SET_CAMERA_ZOOM', 0, -1));
    assert.equal(station.asked.at(-1), 'videostreams/zoom/control/zoom {"zoom_level":2}');
  });

  it('takes one image for an order that arrives twice, and tells it', async () => {
    const station = new AskedStation();
    station.shown = [ZOOM];
    station.answer = { status: 200 };
    const camera = await cameraOf(station);
    const outcome = await camera.run(order('IMAGE_START_CAPTURE', 0, 0, 1, 7));
    assert.ok(outcome !== 'Silent' && outcome.messages?.[0]?.name === 'CAMERA_IMAGE_CAPTURED');
    assert.deepEqual(await camera.run(order('IMAGE_START_CAPTURE', 0, 0, 1, 7)), { result: MAV_RESULT.ACCEPTED });
    assert.deepEqual(station.asked, ['videostreams/zoom/snapshot']);
    station.answer = { status: 409, refusal: { code: 'STREAM_NOT_READY', message: 'not yet' } };
    const refusal = await camera.run(order('IMAGE_START_CAPTURE', 0, 0, 1, 8));
    assert.deepEqual(refusal, { result: MAV_RESULT.TEMPORARILY_REJECTED, text: 'not yet' });
  });
});
