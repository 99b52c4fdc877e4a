import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rethrow } from '@kitestring/station/containment.ts';
import { ALICE, ScriptedStation } from '@kitestring/testing/scripted-station.ts';
import { VirtualClock } from '@kitestring/testing/virtual-clock.ts';
import { ScriptedMediaChild } from '../../test/support/scripted-media-child.ts';
import { SILENT_LOG } from '../http/log.ts';
import { RecorderLink } from '../recordings/recorder-link.ts';
import { LostStreams } from './lost-streams.ts';
import { Video } from './video.ts';
import { DEFAULT_VIDEO_SETTINGS } from './video-settings.ts';

function video() {
  const scripted = new ScriptedStation().standBy();
  const realTime = new VirtualClock(Date.UTC(2026, 2, 1, 9, 30) * 1000);
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
    scene: () => ({}) as never,
    lost,
    clock: realTime,
    log: SILENT_LOG,
    used: { tokens: new Map(), keys: new Map() },
    ticketSecret: new Uint8Array(32),
    wrongKeys: { inTurn: async () => assert.fail('nobody watches') } as never,
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
  return { video: it, scripted, realTime, children, lost, ready, tell, shown };
}

/** RTP time of a moment, as on the wire. */
const rtpTimeOf = (us: number) => Math.round(us * 0.09) % 2 ** 32;

describe('the state of a stream', () => {
  it('is streaming whenever pictures can be had, whether somebody watches or not', () => {
    const { children, lost, ready, realTime, scripted, shown } = video();
    assert.deepEqual([shown().is_streaming, shown().timestamp], [false, undefined], 'the media process is starting');
    ready();
    assert.deepEqual([shown().is_streaming, shown().timestamp], [true, rtpTimeOf(realTime.nowUs())]);
    realTime.advance(1);
    assert.equal(shown().timestamp, rtpTimeOf(realTime.nowUs()), 'of the picture that would be now');
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
    const { ready, realTime, shown, tell, video: it } = video();
    ready();
    tell({ kind: 'demand', streamIds: ['zoom'] });
    tell({ kind: 'picture', streamId: 'zoom', state: { rtpTime: 2 ** 32 + 5, timeUs: 0, zoom: 1 } });
    assert.deepEqual([shown().is_streaming, shown().timestamp], [true, 5]);
    assert.deepEqual(it.setZoom(ALICE, 'zoom', 2).ok, true);
    assert.deepEqual([shown().zoom_level, shown().timestamp], [2, rtpTimeOf(realTime.nowUs())]);
    realTime.advance(4.1);
    assert.equal(shown().is_streaming, false, 'somebody waits, and nothing comes');
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
