import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { wrap180 } from '@kitestring/base/angles.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { becomes, until } from '@kitestring/lab-testing/until.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import { directionAt } from '@kitestring/station-contract/camera/pinhole.ts';
import type { Page } from 'playwright-core';
import { viewOf } from '../../src/video/pose-track.ts';
import { accessibilityFaultsInEveryTheme, ConsoleUnderTest, WITHIN_MS } from '../support/console-page.ts';
import { findPiece, LIVE_VIDEO, LivePicture, type PicturePlace } from '../support/live-picture.ts';
import { otherClient } from '../support/other-client.ts';

const FAST = 20;

describe('the camera', { skip: await missingChromium() }, () => {
  let console: ConsoleUnderTest;
  let client: KitestringClient;
  /** Without pictures: what the camera does is told by the station. One test looks at them, on a page of its own. */
  let page: Page;
  let picture: LivePicture;

  before(async () => {
    const env = { ...LIVE_VIDEO, KITESTRING_SIM_SPEED: String(FAST), KITESTRING_TETHER_TWIST_WARNING_TURNS: '1' };
    console = await ConsoleUnderTest.start({ env });
    client = otherClient(console.station.url);
    await client.sim.setWind({ speed_mps: 0, turbulence: 'none' });
    const opened = console.open({ hasPicture: false });
    await client.flight.takeOff();
    await client
      .topic('flight/state')
      .until(({ flight_state }) => flight_state === 'Flying', AbortSignal.timeout(WITHIN_MS));
    await client.flight.setAltitude({ altitude: 20 });
    await client
      .topic('flight/state')
      .until(({ is_changing_altitude }) => is_changing_altitude === false, AbortSignal.timeout(WITHIN_MS));
    await client.sim.setClock({ speed: 1 });
    page = await opened;
    picture = new LivePicture(page);
  });
  after(async () => {
    await client.close({ giveBackToken: true });
    await console[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await client.sim.setClock({ speed: FAST, paused: false });
    // A media process that a busy machine let stand is started again, and takes none until then.
    await until('a zoom', () =>
      client.videostreams.setZoom({ stream_id: 'zoom' }, { zoom_level: 1 }).then(
        () => true,
        () => false,
      ),
    );
    await client.camera.rotateCameraToAngle({ pan_ned: 40, tilt_ned: 8 });
    await resting(({ pan_ned = 0, tilt_ned = 0 }) => Math.hypot(pan_ned - 40, tilt_ned - 8) < 0.5);
    await client.sim.setClock({ speed: 1 });
    await shown();
  });

  const panel = () => page.getByRole('region', { name: 'Camera', exact: true });

  const camera = (isSo: (state: CameraState) => boolean): Promise<CameraState> =>
    client.topic('camera/state').until(isSo, AbortSignal.timeout(WITHIN_MS));

  /** Waits until the camera is where it is wanted, and has stood there for half a second. */
  const resting = (isWanted: (state: CameraState) => boolean): Promise<CameraState> => {
    let before: CameraState = { online_state: 'Online' };
    let still = 0;
    return camera((state) => {
      const moved = [
        wrap180((state.pan_ned ?? 0) - (before.pan_ned ?? 999)),
        (state.tilt_ned ?? 0) - (before.tilt_ned ?? 999),
      ];
      before = state;
      still = moved.every((degrees) => Math.abs(degrees) < 0.15) ? still + 1 : 0;
      return still >= 5 && isWanted(state);
    });
  };

  /** Waits until a page shows the camera as it is, to two tenths of a degree. */
  async function shown(on = page): Promise<void> {
    const near = (name: string, degrees: number) =>
      [-2, -1, 0, 1, 2].map((tenths) => `[data-${name}="${(degrees + tenths / 10).toFixed(1)}"]`).join(',');
    await until('the camera on the page', async () => {
      const { pan_ned = 0, tilt_ned = 0 } = await client.camera.getCameraState();
      return on
        .locator(`:is(${near('pan', pan_ned)}):is(${near('tilt', tilt_ned)})`)
        .first()
        .isVisible();
    });
  }

  /** Waits until the camera rests where this point of the picture shows the same as another one before: a page on a busy machine orders it in parts. */
  async function restsWith(place: PicturePlace, wanted: Awaited<ReturnType<typeof seenAt>>, leastDeg: number) {
    let under = wanted;
    await until('the same under the pointer', async () => {
      await resting(() => true);
      under = await seenAt(place);
      const { azimuthDeg, depressionDeg } = under;
      return Math.hypot(wrap180(azimuthDeg - wanted.azimuthDeg), depressionDeg - wanted.depressionDeg) < leastDeg;
    }).catch(() => assert.fail(`under the pointer is ${JSON.stringify(under)}, which was ${JSON.stringify(wanted)}`));
  }

  /** Position at a point of the picture, according to the station's data of camera and lens. */
  async function seenAt(place: PicturePlace) {
    const lens = await client.videostreams.getVideoStreamState({ stream_id: 'zoom' });
    const view = viewOf({ ...lens, ...(await client.camera.getCameraState()) });
    return directionAt(view ?? assert.fail('the stream has no view'), place);
  }

  it('turns when the picture is dragged, so that what is dragged follows the pointer', async () => {
    const [from, to] = [
      { x: 0.36, y: 0.5 },
      { x: 0.62, y: 0.6 },
    ];
    const seen = await console.open();
    const live = new LivePicture(seen);
    await live.live();
    await shown(seen);
    await live.frames(3);
    const before = await live.grey();
    const grabbed = await seenAt(from);
    const { pan_ned: panBefore = 0, tilt_ned: tiltBefore = 0 } = await client.camera.getCameraState();
    await live.drag(from, to);
    // Dragged down, it looks up.
    await resting(({ pan_ned = 0, tilt_ned = 0 }) => pan_ned < panBefore - 15 && tilt_ned < tiltBefore - 2);
    await restsWith(to, grabbed, 1.5);
    await shown(seen);
    let found = { x: 0, y: 0, alike: 0 };
    // Pictures from before may still be on their way.
    await until('the piece of the picture under the pointer', async () => {
      await live.frames(3);
      found = findPiece(before, from, await live.grey());
      return found.alike > 0.8 && Math.hypot(found.x - to.x, found.y - to.y) < 0.06;
    }).catch(() => assert.fail(`the piece of the picture is found again at ${JSON.stringify(found)}`));
    await seen.context().close();
  });

  it('centres the point of a click', async () => {
    const wanted = await seenAt({ x: 0.8, y: 0.7 });
    await picture.click({ x: 0.8, y: 0.7 });
    await resting(
      ({ pan_ned = 0, tilt_ned = 0 }) =>
        Math.abs(wrap180(pan_ned - wanted.azimuthDeg)) < 1 && Math.abs(tilt_ned - wanted.depressionDeg) < 1,
    );
  });

  it('zooms with the wheel about the pointer', async () => {
    const place = { x: 0.7, y: 0.4 };
    const wanted = await seenAt(place);
    await picture.wheel(place, -400);
    await client
      .topic('videostreams/zoom/state')
      .until(({ zoom_level = 1 }) => zoom_level > 2, AbortSignal.timeout(WITHIN_MS));
    await resting(({ pan_ned = 0 }) => pan_ned > 45);
    await restsWith(place, wanted, 1);
    await panel().getByRole('slider', { name: 'Zoom, Zoom' }).fill('0');
    await client
      .topic('videostreams/zoom/state')
      .until(({ zoom_level }) => zoom_level === 1, AbortSignal.timeout(WITHIN_MS));
  });

  it('turns while an arrow key is held, and stops when the page loses the keyboard', async () => {
    await picture.surface.focus();
    await page.keyboard.down('ArrowRight');
    await camera(({ pan_ned = 0 }) => pan_ned > 55);
    await page.evaluate(`window.dispatchEvent(new Event('blur'))`);
    const stopped = await resting(() => true);
    await page.keyboard.up('ArrowRight');
    const later = await resting(() => true);
    assert.ok(Math.abs(wrap180((later.pan_ned ?? 0) - (stopped.pan_ned ?? 0))) < 1, 'and stays where it is');
  });

  it('points to a bearing on the rose, and to a tilt', async () => {
    const box = (await panel().getByRole('slider', { name: 'Camera bearing' }).boundingBox()) ?? assert.fail();
    await page.mouse.click(box.x + box.width * 0.95, box.y + box.height / 2);
    await resting(({ pan_ned = 0 }) => Math.abs(pan_ned - 90) < 2);
    await page.keyboard.press('ArrowRight');
    await panel().getByRole('button', { name: '45°' }).click();
    await resting(({ tilt_ned = 0 }) => Math.abs(tilt_ned - 45) < 0.5);
    await page.getByText('45° down', { exact: true }).first().waitFor();
    await panel().getByRole('button', { name: 'Tilt up' }).hover();
    await page.mouse.down();
    await camera(({ tilt_ned = 0 }) => tilt_ned < 35);
    await page.mouse.up();
    await resting(({ tilt_ned = 0 }) => tilt_ned < 35);
  });

  it('turns while the stick of a gamepad is pushed, and stops when it is let go', async () => {
    const push = (right: number) =>
      page.evaluate((pushed) => {
        const pad = { connected: true, axes: [pushed, 0, 0, 0], buttons: [] };
        Object.assign(navigator, { getGamepads: () => [pad] });
        (globalThis as unknown as EventTarget).dispatchEvent(new Event('gamepadconnected'));
      }, right);
    await push(1);
    await camera(({ pan_ned = 0 }) => pan_ned > 55);
    await push(0);
    const stopped = await resting(() => true);
    const later = await resting(() => true);
    assert.ok(Math.abs(wrap180((later.pan_ned ?? 0) - (stopped.pan_ned ?? 0))) < 1, 'and stays where it is');
    await page.evaluate(() => Object.assign(navigator, { getGamepads: () => [] }));
  });

  it('zooms when two fingers are spread on the picture', async () => {
    const fingers = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) => {
      const places = apart === undefined ? [] : [0.5 - apart / 2, 0.5 + apart / 2];
      const touchPoints = await Promise.all(places.map((x) => picture.place({ x, y: 0.5 })));
      await fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 0.1);
    for (let apart = 0.1; apart <= 0.5; apart += 0.05) await touch('touchMove', apart);
    await touch('touchEnd');
    await client
      .topic('videostreams/zoom/state')
      .until(({ zoom_level = 1 }) => zoom_level > 3, AbortSignal.timeout(WITHIN_MS));
    await fingers.detach();
  });

  it('is off while somebody else has it, and says who', async () => {
    // A lease counts the time of the station.
    await client.sim.setClock({ paused: true });
    await client.handoff.requestControl({ operator_name: 'M. Rossi' });
    await panel().getByText('M. Rossi is in control.').waitFor();
    await becomes(() => page.getByRole('application').getAttribute('aria-disabled'), 'true');
    await client.handoff.releaseControl();
    await client.sim.setClock({ paused: false });
    await panel().getByText('M. Rossi is in control.').first().waitFor({ state: 'detached' });
    await becomes(() => page.getByRole('application').getAttribute('aria-disabled'), 'false');
  });

  it('counts the turns of the tether from the warning on, and unwinds them', async () => {
    await client.sim.setClock({ speed: FAST });
    const turn = page.locator('[data-twist]');
    await turn.getByText('none', { exact: true }).waitFor();
    for (let turned = 0; turned < 400; turned += 100) {
      const { pan_ned = 0 } = await client.camera.getCameraState();
      await client.camera.rotateCameraByAngle({ pan: 100 });
      await resting((state) => Math.abs(wrap180((state.pan_ned ?? 0) - pan_ned - 100)) < 1);
    }
    await turn.getByText(/^1\.\d of 10 turns clockwise$/).waitFor();
    // So that it is under way until the page has been seen to say so.
    await client.sim.setClock({ paused: true });
    await panel().getByRole('button', { name: 'Unwind the tether' }).click();
    await panel().getByRole('button', { name: 'Stop unwinding' }).waitFor();
    await client.sim.setClock({ paused: false });
    await turn.getByText('none', { exact: true }).waitFor();
    await panel().getByRole('button', { name: 'Unwind the tether' }).waitFor();
    // The page's last order, to stand, may still be on its way: it would end whatever is ordered next.
    await resting(() => true);
    await client.sim.setClock({ speed: 1 });
  });

  it('has no fault that axe finds, in any theme', async () => {
    assert.deepEqual(await accessibilityFaultsInEveryTheme(page), []);
  });

  it('measures on the ground around the vehicle, a point for each click once it has begun, and forgets the last one', async () => {
    await client.sim.setClock({ speed: FAST });
    await client.camera.rotateCameraToAngle({ tilt_ned: 60 });
    await resting(({ tilt_ned = 0 }) => Math.abs(tilt_ned - 60) < 0.3);
    await client.sim.setClock({ paused: true });
    await shown();
    const places = [
      { x: 0.5, y: 0.5 },
      { x: 0.2, y: 0.6 },
      { x: 0.3, y: 0.2 },
    ];
    await page.getByRole('button', { name: 'Where is that?' }).click();
    const card = page.getByRole('region', { name: 'Where is that?' });
    const told = card.getByRole('status');
    const { height = 0, width = 0 } = (await picture.surface.boundingBox()) ?? {};
    const click = ({ x, y }: PicturePlace) => picture.surface.click({ position: { x: x * width, y: y * height } });
    await card.getByRole('button', { name: 'Add point to measurement' }).click();
    await told.getByText('First point set. Click the next ones in the video.').waitFor();
    const lengthM = async (points: number) =>
      Number(/: ([\d.]+) m\./.exec(await told.getByText(new RegExp(`^${points} points: `)).innerText())?.[1]);
    const [a = assert.fail(), b = assert.fail(), c = assert.fail()] = await Promise.all(places.map(groundAt));
    const near = (got: number, wanted: number) =>
      assert.ok(Math.abs(got / wanted - 1) < 0.02, `${got} m, in truth ${wanted.toFixed(2)} m`);
    for (const place of places.slice(1)) await click(place);
    near(await lengthM(3), apartM(a, b) + apartM(b, c));
    await card.getByRole('button', { name: 'Remove last point' }).click();
    near(await lengthM(2), apartM(a, b));
    await card.getByRole('button', { name: 'Clear measurement' }).click();
    await card.getByRole('button', { name: 'Close' }).click();
  });

  /** Ground at a point of the picture, metres east and north of the Kite, whose altitude is 0 on the vehicle of the scene. */
  async function groundAt(place: PicturePlace): Promise<readonly [eastM: number, northM: number]> {
    const VEHICLE_M = 2.4;
    const { altitude = 0 } = await client.flight.getFlightState();
    const { azimuthDeg, depressionDeg } = await seenAt(place);
    const farM = (altitude + VEHICLE_M) / Math.tan((depressionDeg * Math.PI) / 180);
    const azimuth = (azimuthDeg * Math.PI) / 180;
    return [farM * Math.sin(azimuth), farM * Math.cos(azimuth)];
  }

  const apartM = (one: readonly [number, number], other: readonly [number, number]): number =>
    Math.hypot(other[0] - one[0], other[1] - one[1]);
});
