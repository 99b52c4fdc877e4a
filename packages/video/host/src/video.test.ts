import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rethrow } from '@kitestring/base/containment.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { ALICE, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import { SCENE } from '@kitestring/video-process/test/support';
import { ScriptedMediaChild } from '../test/support/scripted-media-child.ts';
import { RecorderLink } from './recordings/recorder-link.ts';
import { LostStreams } from './streams/lost-streams.ts';
import { Video } from './video.ts';

function video() {
  const scripted = new ScriptedStation().standBy();
  const realTimeClock = new VirtualClock(Date.UTC(2026, 2, 1, 9, 30) * 1000);
  const children: ScriptedMediaChild[] = [];
  const lost = new LostStreams();
  const it = new Video({
    station: scripted.station,
    settings: DEFAULT_VIDEO_SETTINGS,
    outputs: {
      host: '127.0.0.1',
      rtspPort: 0,
      rtspsPort: 0,
      udpPorts: 'any',
      hasMetadataTrack: false,
      authentication: 'remote',
    },
    seed: 1,
    scene: () => SCENE,
    lost,
    clock: realTimeClock,
    log: SILENT_LOG,
    documents: new MemoryStore().documents,
    used: { tokens: new Map(), keys: new Map() },
    ticketSecret: new Uint8Array(32),
    messageFrame: () => assert.fail('nobody watches'),
    loginThrottle: { inTurn: async () => assert.fail('nobody watches') } as never,
    openWhip: async () => assert.fail('no stream is pushed'),
    startChild: (events) => {
      const child = new ScriptedMediaChild(events);
      children.push(child);
      return child;
    },
    recorder: new RecorderLink(),
    onBug: rethrow,
  });
  scripted.run(0.1);
  const tell = (message: Parameters<ScriptedMediaChild['events']['onMessage']>[0]) =>
    children.at(-1)?.events.onMessage(message);
  const ready = () => tell({ kind: 'ready', ports: { rtspPort: 8554, rtspsPort: 8322 } });
  const shown = () => {
    const state = it.state('zoom');
    return state.ok ? state.value : assert.fail(state.refusal.message);
  };
  return { video: it, scripted, realTimeClock, children, lost, ready, tell, shown };
}

/** RTP time of a moment, as on the wire. */
const rtpTime = (us: number) => Math.round(us * 0.09) % 2 ** 32;

describe('the state of a stream', () => {
  it('is streaming whenever pictures can be had, whether somebody watches or not', () => {
    const { children, lost, ready, realTimeClock, scripted, shown } = video();
    assert.deepEqual([shown().is_streaming, shown().timestamp], [false, undefined], 'the media process is starting');
    ready();
    assert.deepEqual([shown().is_streaming, shown().timestamp], [true, rtpTime(realTimeClock.nowUs())]);
    realTimeClock.advance(1);
    assert.equal(shown().timestamp, rtpTime(realTimeClock.nowUs()), 'of the picture that would be now');
    lost.set(true, 'zoom');
    assert.deepEqual([shown().is_streaming, shown().timestamp], [false, undefined]);
    lost.set(false, 'zoom');
    scripted.aircraft.camera({ online: false });
    scripted.run(0.1);
    assert.equal(shown().is_streaming, false);
    scripted.aircraft.camera({ online: true });
    scripted.run(0.1);
    assert.equal(shown().is_streaming, true);
    children.at(-1)?.events.onEnd('SIGKILL');
    assert.equal(shown().is_streaming, false);
  });

  it('is that of a stream that is not there when the camera has been taken away', async () => {
    const { children, ready, scripted, video: it } = video();
    ready();
    const topic = it.topicOf('zoom');
    scripted.aircraft.payload('None');
    scripted.run(0.1);
    const [list, state] = [await it.list(ALICE, '127.0.0.1'), it.state('zoom')];
    assert.deepEqual(list, { ok: true, value: [] });
    assert.equal(state.ok ? '' : state.refusal.code, 'STREAM_NOT_FOUND');
    const followed = topic.ok ? topic.value.value : undefined;
    assert.deepEqual([followed?.is_streaming, followed?.timestamp], [false, undefined]);
    const streams = children.at(-1)?.sent.findLast(({ kind }) => kind === 'streams');
    assert.ok(streams?.kind === 'streams' && streams.state.streams.every(({ isUp }) => !isUp), 'nobody watches on');
    scripted.aircraft.payload(undefined);
    scripted.run(0.1);
    assert.equal(it.state('zoom').ok, true);
  });

  it('has the time of the last picture while somebody watches, and of none that shows another zoom', () => {
    const { ready, realTimeClock, shown, tell, video: it } = video();
    ready();
    tell({ kind: 'demand', streamIds: ['zoom'] });
    tell({ kind: 'picture', streamId: 'zoom', state: { rtpTime: 2 ** 32 + 5, timeUs: 0, zoom: 1 } });
    assert.deepEqual([shown().is_streaming, shown().timestamp], [true, 5]);
    assert.deepEqual(it.setZoom(ALICE, 'zoom', 2).ok, true);
    assert.deepEqual([shown().zoom_level, shown().timestamp], [2, rtpTime(realTimeClock.nowUs())]);
    realTimeClock.advance(4.1);
    assert.equal(shown().is_streaming, false, 'somebody waits, and nothing comes');
  });
});

describe('temperatures', () => {
  it('are measured by the media process at the moment of asking, and told with their error', async () => {
    const { children, ready, tell, video: it } = video();
    ready();
    const asked = it.thermal.spot('thermal', { x: 0.25, y: 0.75 }, 40);
    const order = children.at(-1)?.sent.at(-1);
    assert.ok(order?.kind === 'measure');
    assert.deepEqual(order.box, { x: 0.25, y: 0.75, width: 0, height: 0 });
    const place = { x: 0.25, y: 0.75 };
    const temperatures = { lowestC: 30, highestC: 32, meanC: 31.04, lowestAt: place, highestAt: place, pixels: 9 };
    tell({ kind: 'measured', id: order.id, temperatures });
    const spot = await asked;
    assert.ok(spot.ok);
    const { distance_m, emissivity, error_c, temperature_c } = spot.value;
    assert.deepEqual([temperature_c, emissivity, distance_m], [31, 0.95, 40]);
    assert.ok(error_c > 2 && error_c < 3, `${error_c}`);
  });

  it('have a scale while somebody watches', () => {
    const { ready, tell, video: it } = video();
    ready();
    assert.deepEqual(it.thermal.scale('thermal'), { ok: true, value: { stream_id: 'thermal', palette: 'WhiteHot' } });
    tell({ kind: 'demand', streamIds: ['thermal'] });
    const state = { rtpTime: 5, timeUs: 0, zoom: 1, palette: 'Lava', range: { lowC: -3.206, highC: 41 } } as const;
    tell({ kind: 'picture', streamId: 'thermal', state });
    const scale = it.thermal.scale('thermal');
    assert.ok(scale.ok);
    assert.deepEqual([scale.value.palette, scale.value.low_c, scale.value.high_c], ['Lava', -3.21, 41]);
  });

  it('are refused of a colour stream, and are not waited for when the media process has none', async () => {
    const { children, ready, tell, video: it } = video();
    ready();
    const colour = await it.thermal.spot('zoom', { x: 0, y: 0 }, undefined);
    assert.equal(colour.ok ? '' : colour.refusal.code, 'NO_TEMPERATURES');
    const asked = it.thermal.area('thermal', { x: 0, y: 0, width: 1, height: 1 }, undefined);
    const order = children.at(-1)?.sent.at(-1);
    tell({ kind: 'pictureFailed', id: order?.kind === 'measure' ? order.id : 0, reason: 'the thread has ended' });
    const failed = await asked;
    assert.equal(failed.ok ? '' : failed.refusal.code, 'VIDEO_UNAVAILABLE');
  });
});

describe('the media process', () => {
  const warmUps = (child?: ScriptedMediaChild) => child?.sent.filter(({ kind }) => kind === 'warmUp').length;

  it('is made ready for pictures when a client asks for the streams, and not before', async () => {
    const { children, ready, realTimeClock, video: it } = video();
    ready();
    realTimeClock.advance(5);
    assert.equal(warmUps(children[0]), 0);
    await it.list(ALICE, '127.0.0.1');
    assert.equal(warmUps(children[0]), 1);
  });

  it('is made ready at once when it is started again under those who watch', () => {
    const { children, ready, realTimeClock, tell } = video();
    ready();
    tell({ kind: 'demand', streamIds: ['zoom', 'thermal'] });
    children.at(-1)?.events.onEnd('SIGKILL');
    realTimeClock.advance(0.2);
    assert.equal(children.length, 2);
    assert.deepEqual(
      children.at(-1)?.sent.map(({ kind }) => kind),
      ['outputs', 'streams', 'warmUp'],
    );
    const warmUp = children.at(-1)?.sent.at(-1);
    assert.deepEqual(warmUp?.kind === 'warmUp' && warmUp.streamIds, ['zoom', 'thermal']);
  });
});

describe('the list of streams', () => {
  it('waits for the first start of the media process, and then has every address', async () => {
    const { ready, video: it } = video();
    const asked = it.list(ALICE, '127.0.0.1');
    ready();
    const list = await asked;
    const urls = list.ok ? list.value.map(({ rtsp_url, rtsps_url }) => `${rtsp_url} ${rtsps_url}`) : [];
    assert.equal(urls.length, 3);
    for (const url of urls) assert.match(url, /^rtsp:\/\/127\.0\.0\.1:8554\/.* rtsps:\/\/127\.0\.0\.1:8322\//);
  });

  it('is empty where there are no codecs', async () => {
    const { tell, video: it } = video();
    const asked = it.list(ALICE, '127.0.0.1');
    tell({ kind: 'unavailable', reason: 'no binary for this platform' });
    assert.deepEqual(await asked, { ok: true, value: [] });
  });
});
