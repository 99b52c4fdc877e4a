import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { ThermalArea, ThermalScale, ThermalSpot } from '@kitestring/station-contract/station/thermal.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { missingCodecs, readJpeg } from '@kitestring/video-process/test/support';
import { startTestStation } from '../support/test-station.ts';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

const streamState = async (video: VideoStation, id: string): Promise<VideoStreamState> =>
  (await video.client.get(`videostreams/${id}/state`)).body as VideoStreamState;

async function outcome(video: VideoStation, path: string, body: object): Promise<string> {
  const answer = await video.client.post(`videostreams/${path}`, body);
  return `${answer.status} ${(answer.body as { code?: string } | undefined)?.code ?? ''}`.trim();
}

describe('live video of a station', { skip }, () => {
  describe('of a camera of the first generation', () => {
    let video: VideoStation;
    before(async () => {
      video = await VideoStation.start({ simulation: { cameraModel: 'Camera 1st Generation' } });
    });
    after(() => video[Symbol.asyncDispose]());

    it('is watched with the address of the API; the state is that of the pictures on the wire', async () => {
      const before = await streamState(video, 'color');
      assert.equal(before.is_streaming, true);
      const viewer = await video.watch('color');
      await viewer.until(() => new Set(viewer.packets.map(({ timestamp }) => timestamp)).size >= 10);
      const state = await streamState(video, 'color');
      const aheadTicks = ((state.timestamp ?? 0) - (before.timestamp ?? 0) + 2 ** 32) % 2 ** 32;
      assert.ok(aheadTicks > 0 && aheadTicks < 60 * 90_000, 'before anybody watched it had the time of then');
      await viewer.until(() => viewer.packets.some(({ timestamp }) => timestamp === state.timestamp));
      const times = [...new Set(viewer.packets.map(({ timestamp }) => timestamp))];
      assert.deepEqual(
        times,
        [...times].sort((one, other) => one - other),
      );
      viewer.socket.destroy();
    });

    it('is back after its process was killed, and nobody else notices', async () => {
      assert.equal(await outcome(video, 'color/control/zoom', { zoom_level: 4 }), '202');
      const viewer = await video.watch('color');
      await viewer.until(() => viewer.packets.length > 0);
      const { ports, pid = 0 } = video.video.supervisor;
      const ready = video.ready();
      process.kill(pid, 'SIGKILL');
      await viewer.closed();
      assert.equal((await video.client.get('flight/state')).status, 200);
      assert.equal((await video.client.get('videostreams')).status, 200);
      assert.equal(await outcome(video, 'color/control/zoom', { zoom_level: 5 }), '202');
      await ready;
      const again = await video.watch('color');
      await again.until(() => again.packets.length > 0);
      assert.deepEqual(video.video.supervisor.ports, ports);
      const { jpeg } = await video.picture('color');
      assert.match(readJpeg(jpeg).xmp, /kitestring:Zoom="5\.00"/);
      again.socket.destroy();
    });
  });

  describe('of a camera of the second generation', () => {
    let video: VideoStation;
    before(async () => {
      video = await VideoStation.start();
    });
    beforeEach(async () => {
      assert.equal(await outcome(video, 'zoom/control/zoom', { zoom_level: 1 }), '202');
      assert.equal(await outcome(video, 'thermal/control/palette', { thermal_color_palette: 'WhiteHot' }), '202');
    });
    after(() => video[Symbol.asyncDispose]());

    it('takes zoom and palette, and shows them at once', async () => {
      const wide = await video.picture('zoom');
      assert.equal(wide.status, 200);
      assert.equal(await outcome(video, 'zoom/control/zoom', { zoom_level: 2 }), '202');
      const { fov_horizontal, fov_vertical, zoom_level } = await streamState(video, 'zoom');
      assert.deepEqual([fov_horizontal, fov_vertical, zoom_level], [47.785, 31.8, 2]);
      assert.notDeepEqual((await video.picture('zoom')).jpeg, wide.jpeg);
      const before = await video.picture('thermal');
      assert.equal((await streamState(video, 'thermal')).thermal_color_palette, 'WhiteHot');
      assert.equal(await outcome(video, 'thermal/control/palette', { thermal_color_palette: 'Ironbow' }), '202');
      assert.equal((await streamState(video, 'thermal')).thermal_color_palette, 'Ironbow');
      assert.notDeepEqual((await video.picture('thermal')).jpeg, before.jpeg);
      const wrong = [
        await outcome(video, 'zoom/control/zoom', { zoom_level: 33 }),
        await outcome(video, 'zoom/control/zoom', { zoom_level: 0.9 }),
        await outcome(video, 'overview/control/zoom', { zoom_level: 2 }),
        await outcome(video, 'zoom/control/palette', { thermal_color_palette: 'Lava' }),
        await outcome(video, 'thermal/control/palette', { thermal_color_palette: 'Pink' }),
        await outcome(video, 'wide/control/zoom', { zoom_level: 1 }),
      ];
      assert.deepEqual(wrong, [
        '400 INVALID_ZOOM',
        '400 INVALID_ZOOM',
        '400 INVALID_ZOOM',
        '400 INVALID_PALETTE',
        '400 INVALID_REQUEST',
        '404 STREAM_NOT_FOUND',
      ]);
      assert.equal(await outcome(video, 'overview/control/zoom', { zoom_level: 1 }), '202');
    });

    it('is followed over a WebSocket: zoom, and the time stamps of pictures', async () => {
      const following = await video.client.subscribe('videostreams/thermal/state');
      const first = await following.next<VideoStreamState>();
      assert.deepEqual([first.stream_id, first.is_streaming], ['thermal', true]);
      const told = new Set<number | undefined>();
      following.socket.on('message', (text) => told.add((JSON.parse(String(text)) as VideoStreamState).timestamp));
      const viewer = await video.watch('thermal');
      await viewer.until(() => viewer.packets.some(({ timestamp }) => told.has(timestamp)));
      await outcome(video, 'thermal/control/palette', { thermal_color_palette: 'Arctic' });
      await following.next<VideoStreamState>(({ thermal_color_palette }) => thermal_color_palette === 'Arctic');
      viewer.socket.destroy();
      following.close();
      await assert.rejects(video.client.subscribe('videostreams/wide/state'), /404/);
    });

    it('gives snapshots that say when, where and in which direction', async () => {
      const { status, type, jpeg } = await video.picture('zoom');
      assert.deepEqual([status, type], [200, 'image/jpeg']);
      const { gps, main, photo, widthPx, heightPx } = readJpeg(jpeg);
      assert.deepEqual([widthPx, heightPx], [1920, 1080]);
      const taken = new Date(video.station.running.world.clock.nowUs() / 1000).toISOString();
      assert.equal(main.get(0x0132), taken.slice(0, 19).replace('T', ' ').replaceAll('-', ':'));
      assert.equal(main.get(0x0110), 'Camera 2nd Generation');
      const { fov_horizontal = 0, pan_ned = 0 } = await streamState(video, 'zoom');
      const shownDeg = (2 * Math.atan(5.952 / 2 / Number(photo.get(0x920a))) * 180) / Math.PI;
      assert.ok(Math.abs(shownDeg - fov_horizontal) < 0.01, `${shownDeg} is not ${fov_horizontal}`);
      assert.ok(Math.abs(Number(gps.get(0x11)) - pan_ned) < 0.5, `${gps.get(0x11)} is not ${pan_ned}`);
      const [degrees = 0, minutes = 0, seconds = 0] = gps.get(2) as number[];
      assert.ok(Math.abs(degrees + minutes / 60 + seconds / 3600 - 47.3769) < 0.001);
      assert.equal((await video.snapshot('nothing')).status, 404);
    });

    it('stops with a stream that is lost, says so, and comes back with it', async () => {
      const { aircraft } = video.station.running.world;
      const viewer = await video.watch('thermal');
      await viewer.until(() => viewer.packets.length > 0);
      const fault = aircraft.faults.inject({ type: 'stream_lost', parameters: { stream_id: 'thermal' } });
      assert.ok('id' in fault);
      video.station.advance(0.2);
      await viewer.closed();
      const { parameters } = await video.notified(50_010, true);
      assert.deepEqual(parameters, { stream_id: 'thermal' });
      assert.equal((await video.snapshot('thermal')).status, 409);
      assert.equal((await video.picture('zoom')).status, 200);
      assert.equal(
        await outcome(video, 'thermal/control/palette', { thermal_color_palette: 'Lava' }),
        '409 STREAM_NOT_READY',
      );
      await assert.rejects(video.watch('thermal'), /DESCRIBE was answered 404/);
      const ended = video.notified(50_010, false);
      aircraft.faults.clear(fault.id);
      video.station.advance(0.2);
      await ended;
      const again = await video.watch('thermal');
      await again.until(() => again.packets.length > 0);
      again.socket.destroy();
    });

    it('knows temperatures in the thermal picture, and of the colours what they stand for while somebody watches', async () => {
      // Asked for again where a busy machine was late.
      const ask = <Answer>(path: string) =>
        until(path, async () => {
          const answer = await video.client.get(`/station/v1/thermal/${path}`);
          return answer.status !== 502 && (answer as { status: number; body: Answer });
        });
      const whole = await ask<ThermalArea>('area?stream_id=thermal&x=0&y=0&width=1&height=1');
      assert.equal(whole.status, 200);
      const { max_at, max_c, mean_c, min_at, min_c } = whole.body;
      assert.ok(min_c < mean_c && mean_c < max_c && min_c > -60 && max_c < 900, JSON.stringify(whole.body));
      for (const [at, expectedC] of [
        [min_at, min_c],
        [max_at, max_c],
      ] as const) {
        const spot = await ask<ThermalSpot>(`spot?stream_id=thermal&x=${at.x}&y=${at.y}`);
        const { error_c, temperature_c } = spot.body;
        assert.ok(Math.abs(temperature_c - mean_c) <= Math.abs(expectedC - mean_c) + 0.1, JSON.stringify(spot.body));
        assert.ok(error_c > 2);
      }
      // The viewer of the test before has left, which the station hears of later.
      const scale = async () => (await ask('scale?stream_id=thermal')).body;
      await becomes(scale, { stream_id: 'thermal', palette: 'WhiteHot' });
      const viewer = await video.watch('thermal');
      await viewer.until(() => viewer.packets.length > 10);
      // The station hears of a picture beside its packets, before or after them.
      const { high_c = 0, low_c = 0 } = await until('the scale of a picture', async () => {
        const { body } = await ask<ThermalScale>('scale?stream_id=thermal');
        return body.high_c !== undefined && body;
      });
      assert.ok(high_c - low_c >= 8.9 && low_c < max_c && high_c > min_c, `${low_c} to ${high_c}`);
      viewer.socket.destroy();
      assert.equal((await ask('spot?stream_id=zoom&x=0.5&y=0.5')).status, 409);
      assert.equal((await ask('spot?stream_id=thermal&x=1.5&y=0.5')).status, 400);
    });

    it('goes with the camera: off, and then another one', async () => {
      const { aircraft } = video.station.running.world;
      aircraft.setCameraPowered(false);
      video.station.advance(1);
      assert.equal(await outcome(video, 'zoom/control/zoom', { zoom_level: 2 }), '503 CAMERA_OFFLINE');
      assert.equal((await video.snapshot('zoom')).status, 409);
      assert.equal((await streamState(video, 'zoom')).is_streaming, false);
      aircraft.setCameraPowered(true);
      aircraft.setCameraModel('Camera 2nd Generation IR Plus');
      video.station.advance(10);
      const { body } = await video.client.get('videostreams');
      const thermal = (body as { stream_id: string; frame_width: number }[]).find(
        (each) => each.stream_id === 'thermal',
      );
      assert.equal(thermal?.frame_width, 640);
      assert.equal(readJpeg((await video.picture('thermal')).jpeg).widthPx, 640);
      aircraft.setCameraModel('Camera 2nd Generation');
      video.station.advance(10);
    });
  });

  it('ends with the station', async () => {
    const video = await VideoStation.start();
    const { pid = 0 } = video.video.supervisor;
    await video[Symbol.asyncDispose]();
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });
});

it('A station without video starts no process, and a lost stream is not possible there', async () => {
  await using station = await startTestStation();
  assert.equal(station.running.video, undefined);
  const answer = station.running.world.aircraft.faults.inject({ type: 'stream_lost' });
  assert.ok(!('id' in answer));
});
