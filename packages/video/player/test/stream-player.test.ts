import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { missingChromium, type OpenBrowser, openBrowser } from '@kitestring/lab-testing/browser.ts';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import { ClipCamera, HEVC_FILM, missingCodecs } from '@kitestring/video-process/test/support';
import type { PlayerState } from '../src/player-state.ts';
import { loseUdp } from './support/lost-udp.ts';
import { WatchedStation } from './support/watched-station.ts';

const noCodecs = missingCodecs();
const skip = noCodecs || (await missingChromium());
const PATHS = ['webrtc', 'mse'] as const;

describe('the player in a browser', { skip }, () => {
  let browser: OpenBrowser;
  /** For tests that leave it as they found it: a station with video takes as long to start as most of them. */
  let watched: WatchedStation;
  before(async () => {
    browser = await openBrowser();
    watched = await WatchedStation.start({ browser });
  });
  afterEach(async () => {
    for (const stream of ['color', 'thermal']) await watched.untilTaken(stream, 0);
  });
  after(async () => {
    await watched?.[Symbol.asyncDispose]();
    await browser?.[Symbol.asyncDispose]();
  });

  /** The camera of all tests, after one that has attached another. */
  async function attachFirstGeneration(): Promise<void> {
    const { station } = watched.video;
    station.running.world.aircraft.setCameraModel('Camera 1st Generation');
    station.advance(10);
  }

  for (const path of PATHS) {
    it(`plays over ${path}: size, rate and delay are told, and nothing breaks a strict policy`, async () => {
      await using page = await watched.open();
      await page.play('color', path);
      const first = await page.until('playing');
      assert.deepEqual([first.path, first.size], [path, { widthPx: 1280, heightPx: 720 }]);
      await page.shows(30);
      await until('rate and delay', async () => {
        const last = (await page.states()).at(-1);
        return last?.kind === 'playing' && last.framesPerS > 1 && last.latencyMs !== undefined && last.latencyMs >= 0;
      });
      assert.equal((await page.story())[0], `connecting ${path}`);
      assert.deepEqual(page.complaints, []);
      await page.stop();
      assert.equal((await page.story()).at(-1), 'ended: stopped');
      await watched.untilTaken('color', 0);
    });

    it(`leaves nothing behind when its page is closed while it plays over ${path}`, async () => {
      const page = await watched.open();
      await page.play('color', path);
      await page.until('playing');
      await watched.untilTaken('color', 1);
      await page[Symbol.asyncDispose]();
      await watched.untilTaken('color', 0);
    });

    it(`ends over ${path} when the token is revoked and no other one is to be had`, async () => {
      const client = await watched.video.station.client();
      await using page = await watched.open(client);
      const refused: (string | undefined)[] = [];
      const { token = '' } = client;
      page.giveToken = (last) => {
        refused.push(last);
        return token;
      };
      await page.play('thermal', path);
      await page.until('playing');
      await client.post('auth/token/invalidate');
      assert.equal((await page.until('ended')).reason, 'not-permitted');
      assert.deepEqual(refused.slice(-2), [undefined, token]);
      await watched.untilTaken('thermal', 0);
    });

    it(`plays again over ${path} when the media process has been killed`, async () => {
      await using page = await watched.open();
      await page.play('color', path);
      await page.until('playing');
      await page.forget();
      process.kill(watched.video.video.supervisor.pid ?? 0, 'SIGKILL');
      await page.until('waiting');
      await page.forget();
      await page.until('playing');
      await page.shows(5);
    });

    it(`goes over to the pictures of another camera, over ${path}`, async () => {
      await using _camera = { [Symbol.asyncDispose]: attachFirstGeneration };
      await using page = await watched.open();
      await page.play('thermal', path);
      assert.equal((await page.until('playing')).size.widthPx, 320);
      const { station } = watched.video;
      const { aircraft } = station.running.world;
      aircraft.setCameraPowered(false);
      station.advance(1);
      await page.until('waiting');
      aircraft.setCameraPowered(true);
      aircraft.setCameraModel('Camera 2nd Generation IR Plus');
      station.advance(10);
      await page.forget();
      await page.untilWidth(640);
    });
  }

  it('gives its turn to others when it is stopped before it has asked', async () => {
    await using page = await watched.open();
    const stopped = page.page.evaluate('stoppedEarly()');
    assert.equal(await stopped, 'closed');
    assert.deepEqual(page.complaints, []);
  });

  it('takes a new token when its own has run out, without a pause that anybody would notice', async () => {
    const old = await watched.video.station.client();
    const fresh = await watched.video.station.client();
    await using page = await watched.open(old);
    const stale = old.token;
    page.giveToken = (last) => (last === undefined ? stale : fresh.token) ?? '';
    await page.play('color', 'mse');
    await page.until('playing');
    await old.post('auth/token/invalidate');
    await page.until('waiting');
    await page.forget();
    await page.until('playing');
    assert.ok(!(await page.story()).some((line) => line.startsWith('ended')));
  });

  it('goes on to Media Source Extensions where the station has no WebRTC', async () => {
    const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, webRtcPorts: 'off' } as const;
    await using watched = await WatchedStation.start({ browser, video });
    await using page = await watched.open();
    await page.play('color');
    assert.equal((await page.until('playing')).path, 'mse');
    // A machine with other work has no picture within the player's patience: it may try both again before one plays.
    const story = await page.story();
    assert.deepEqual(
      [story[0], story.find((line) => line.startsWith('playing'))],
      ['connecting webrtc', 'playing mse'],
    );
  });

  it('goes on to Media Source Extensions where UDP is lost on the way, remembers that for the next page, and comes back', async () => {
    await using page = await watched.open();
    await using udp = await loseUdp(page.page);
    // A busy machine may have no answer to the first offer within the player's patience.
    await page.play('color', undefined, 500);
    assert.equal((await page.until('playing')).path, 'mse');
    await until('a packet of UDP', () => udp.lost() > 0);
    await page.page.reload();
    await page.play('color', undefined, 500);
    await page.until('playing');
    assert.deepEqual(withoutWaits(await page.story()).slice(0, 2), ['connecting mse', 'playing mse']);
    await udp.end();
    await page.untilPath('webrtc');
    const trace = await page.trace();
    assert.match(
      trace,
      /webrtc: offer answered 201.*webrtc: works again\n.*mse: over, better path\n.*webrtc: first picture/s,
    );
    assert.ok(!trace.includes(watched.video.client.token ?? ''), 'no secrets');
  });

  it('shares one encoder with all who watch, whichever way they do', async () => {
    await using one = await watched.open();
    await using two = await watched.open();
    await using three = await watched.open();
    await Promise.all([one.play('color', 'webrtc'), two.play('color', 'mse'), three.play('color', 'mse')]);
    for (const page of [one, two, three]) await page.until('playing');
    await watched.untilTaken('color', 1);
    for (const page of [one, two, three]) await page.shows(5);
    // By the next report of the media process that has counted pictures.
    const active = () => watched.video.video.sources.filter(({ framesPerS }) => framesPerS > 0);
    await becomes(() => active().map(({ id, viewers }) => [id, viewers]), [['color', 1]]);
    await one.stop();
    await two.stop();
    await three.shows(5);
    await three.stop();
    await watched.untilTaken('color', 0);
  });

  it('waits for a stream that there is not yet', async () => {
    await using _camera = { [Symbol.asyncDispose]: attachFirstGeneration };
    await using page = await watched.open();
    await page.play('zoom', 'mse');
    assert.equal((await page.until('waiting')).reason, 'no-such-stream');
    const { station } = watched.video;
    station.running.world.aircraft.setCameraPowered(false);
    station.advance(1);
    station.running.world.aircraft.setCameraPowered(true);
    station.running.world.aircraft.setCameraModel('Camera 2nd Generation');
    station.advance(10);
    assert.equal((await page.until('playing')).size.widthPx, 1920);
  });

  it('says that it cannot decode a camera that sends H.265, and plays when that sends H.264', async () => {
    const port = await freePort();
    const before = await ClipCamera.start(port, {}, HEVC_FILM);
    const cameras = { color: { url: before.url, checksCertificate: true } };
    const settings = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, cameras };
    await using watched = await WatchedStation.start({ browser, video: settings });
    await using page = await watched.open();
    await page.play('color');
    const isUndecodable = (state: PlayerState) => state.kind === 'waiting' && state.reason === 'undecodable';
    await until('the codec to be refused', async () => (await page.states()).some(isUndecodable));
    const refused = /webrtc: offer answered 400.*mse: hvc1\.1\.6\.L60\.90\n.*mse: over, undecodable/s;
    await until('the refusal of both ways', async () => refused.test(await page.trace()));
    await before[Symbol.asyncDispose]();
    await using _after = await ClipCamera.start(port);
    assert.equal((await page.until('playing')).size.widthPx, 160);
  });
});

/** A machine with other work has no picture within the player's patience, and the same path is tried again. */
const withoutWaits = (story: readonly string[]): readonly string[] =>
  story.filter((line) => !line.startsWith('waiting')).filter((line, index, lines) => line !== lines[index - 1]);
