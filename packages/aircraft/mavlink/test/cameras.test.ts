import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VIDEO_STREAM_STATUS_FLAGS } from '@kitestring/mavlink-codec/enums.ts';
import type { CameraDescription, CameraStream } from '@kitestring/mavlink-link';
import { foundStreams } from '../src/camera/camera-streams.ts';
import { Line } from './support/line.ts';
import { ScriptedAutopilot } from './support/scripted-autopilot.ts';
import { ScriptedCamera } from './support/scripted-camera.ts';

const { RUNNING, THERMAL } = VIDEO_STREAM_STATUS_FLAGS;
const COLOUR = { uri: 'rtsp://10.0.0.2:8554/visible', flags: RUNNING };
const HEAT = { uri: 'rtsp://10.0.0.2:8554/thermal', flags: RUNNING | THERMAL };

/** An aircraft with a camera of two streams that zooms, both heard. */
async function withCamera(cleanup: AsyncDisposableStack) {
  const line = cleanup.use(await Line.begin());
  const autopilot = await ScriptedAutopilot.begin(line, 'ArduCopter', { hasNoGimbal: true });
  const camera = new ScriptedCamera(autopilot.link, { streams: [COLOUR, HEAT], hasZoom: true, hasImages: true });
  const step = line.onStep;
  line.onStep = (nowUs) => {
    step(nowUs);
    if (Math.round(nowUs / 5e4) % 20 === 0) camera.beat();
  };
  await line.run(8);
  const streams = () => line.aircraft.video.streams.map(({ id, url, zoom }) => [id, url, zoom?.share]);
  return { line, autopilot, camera, streams };
}

describe('the cameras of a real aircraft', () => {
  it('tell their streams, without a gimbal as well', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { line, streams } = await withCamera(cleanup);
    assert.deepEqual(streams(), [
      ['color', COLOUR.uri, 0],
      ['thermal', HEAT.uri, undefined],
    ]);
    const [colour, heat] = line.aircraft.video.streams;
    assert.equal(colour?.cameraName, 'Maker Eye');
    assert.deepEqual(colour?.lens, { focalLengthMm: 4, sensorWidthMm: 6, sensorHeightMm: 4 });
    assert.equal(heat?.lens, undefined);
    assert.deepEqual(line.camera, { online: true, isTilting: false });
  });

  it('are asked again, and their streams have another address then', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { camera, line, streams } = await withCamera(cleanup);
    camera.streams = [{ ...COLOUR, uri: 'rtsp://10.0.0.9/main' }, HEAT];
    await line.run(65);
    assert.equal(streams()[0]?.[1], 'rtsp://10.0.0.9/main');
  });

  it('zoom by their range; where that is refused, by the field of view', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { camera, line, streams } = await withCamera(cleanup);
    line.aircraft.video.zoom('color', 4, 7);
    await line.run(0.5);
    assert.deepEqual([camera.zooms, streams()[0]?.[2]], [[[2, 50]], 0.5]);
    camera.zoomTypes = [4];
    line.aircraft.video.zoom('color', 2, 7);
    await line.run(0.5);
    const [type, hfovDeg = 0] = camera.zooms.at(-1) ?? [];
    // Half of the tangent of 30 degrees, twice.
    assert.ok(type === 4 && Math.abs(hfovDeg - 32.204) < 0.01, `${type} ${hfovDeg}`);
  });

  it('take an image for each order, never while a pilot flies, and one that is not stored is told', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { autopilot, camera, line } = await withCamera(cleanup);
    for (let count = 0; count < 2; count += 1) {
      line.aircraft.video.takeImages();
      await line.run(0.5);
    }
    const [first = 0, second] = camera.images;
    assert.deepEqual([camera.images.length, second], [2, first + 1]);
    camera.imageResult = 0;
    line.aircraft.video.takeImages();
    await line.run(0.5);
    assert.ok(line.texts.includes('image of the camera: it could not store image 3'), line.texts.join('; '));
    autopilot.isArmed = true;
    autopilot.pilotTakesOver();
    await line.run(2);
    line.aircraft.video.takeImages();
    await line.run(0.5);
    assert.equal(camera.images.length, 3);
  });

  it('do not zoom where they cannot, nor while a pilot flies, and a refusal is told', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { autopilot, camera, line, streams } = await withCamera(cleanup);
    line.aircraft.video.zoom('thermal', 2, 7);
    autopilot.isArmed = true;
    autopilot.pilotTakesOver();
    await line.run(2);
    line.aircraft.video.zoom('color', 2, 7);
    await line.run(0.5);
    assert.deepEqual(camera.zooms, []);
    autopilot.isArmed = false;
    camera.zoomTypes = [];
    await line.run(2);
    line.aircraft.video.zoom('color', 2, 7);
    await line.run(0.5);
    assert.equal(streams()[0]?.[2], 0);
    assert.ok(line.texts.includes('zoom of the camera: refused: Denied'), line.texts.join('; '));
  });
});

const stream = (url: string, change: Partial<CameraStream> = {}): CameraStream => ({
  id: 1,
  name: 's',
  kind: 'RTSP',
  encoding: 'H264',
  url,
  isRunning: true,
  isThermal: false,
  widthPx: 1920,
  heightPx: 1080,
  framerateHz: 30,
  hfovDeg: 60,
  ...change,
});

const camera = (streams: readonly CameraStream[], hasZoom = false): CameraDescription => ({
  ids: { system: 1, component: 100 },
  vendor: '',
  model: '',
  widthPx: 0,
  heightPx: 0,
  hasSnapshots: true,
  hasZoom,
  hasThermalRange: false,
  lens: undefined,
  gimbalDeviceId: 0,
  streams,
});

const found = (cameras: readonly CameraDescription[], peer = '10.0.0.5:14550') =>
  foundStreams(cameras.map((each) => ({ camera: each, peer, zoomShare: undefined }))).map(({ id, url }) => [id, url]);

describe('the streams of cameras', () => {
  it('are zoom and overview where there are two in colour, and zoom is the one that zooms', () => {
    assert.deepEqual(found([camera([stream('rtsp://a/wide')]), camera([stream('rtsp://b/tele')], true)]), [
      ['zoom', 'rtsp://b/tele'],
      ['overview', 'rtsp://a/wide'],
    ]);
  });

  it('are left out without an RTSP address', () => {
    const others = [stream('udp://10.0.0.1:5600'), stream('')];
    assert.deepEqual(found([camera(others)]), []);
  });

  it('are on the machine through which the camera is heard, where they name its own loopback', () => {
    const own = camera([stream('rtsp://127.0.0.1:8554/main?ticket=x')]);
    assert.deepEqual(found([own]), [['color', 'rtsp://10.0.0.5:8554/main?ticket=x']]);
    assert.deepEqual(found([own], '127.0.0.1:5760'), [['color', 'rtsp://127.0.0.1:8554/main?ticket=x']]);
    assert.deepEqual(found([own], '/dev/ttyACM0'), [['color', 'rtsp://127.0.0.1:8554/main?ticket=x']]);
  });
});
