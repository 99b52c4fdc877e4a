import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ALICE, expectAccepted, outcome } from '@kitestring/lab-testing/scripted-station.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { FollowBox } from '@kitestring/station-contract/station/camera-follow.ts';
import { DatasetCamera } from '@kitestring/video-process/dataset';
import { fieldOfPlan, streamPlans } from '@kitestring/video-process/stream-plan.ts';
import { startTestStation, type TestStation } from '../support/test-station.ts';

const MODEL = 'Camera 2nd Generation';
/** A quarter of the width of the stream, in whose pixels the errors are. */
const WIDTH_PX = 480;
const STREAM_PX = 1920;
const PICTURE_S = 0.1;
/** A detector answers when the next picture is there. */
const LATE = 2;
const NEAR_MIDDLE_PX = 12;

interface Sighting {
  readonly box: FollowBox;
  /** Distance between the middles of box and picture. */
  readonly offPx: number;
  readonly speedMps: number;
}

/** A client that looks for one object in each picture of the scene, by the truth of that very picture. */
class Detector {
  readonly #test: TestStation;
  readonly #camera = new DatasetCamera({ cameraModel: MODEL, seed: 1, type: 'Color', widthPx: WIDTH_PX });
  readonly view;

  constructor(test: TestStation) {
    this.#test = test;
    const plan = streamPlans(MODEL).find(({ id }) => id === 'zoom');
    assert.ok(plan);
    const { horizontalDeg, verticalDeg } = fieldOfPlan(plan, 1);
    this.view = { stream_id: 'zoom', is_streaming: true, fov_horizontal: horizontalDeg, fov_vertical: verticalDeg };
  }

  /** The object with this id, or the largest whole one that moves. */
  look(id?: string): (Sighting & { readonly id: string }) | undefined {
    const { heightPx, widthPx } = this.#camera;
    const scene = this.#test.running.world.scene();
    const found = this.#camera
      .take(scene, 1)
      .objects.find((one) => (id === undefined ? one.kind === 'vehicle' && one.speedMps > 2 : one.id === id));
    if (found === undefined || found.isTruncated) return undefined;
    const { height, width, x, y } = found.box;
    const off = Math.hypot(x + width / 2 - widthPx / 2, y + height / 2 - heightPx / 2);
    const share = { x: x / widthPx, y: y / heightPx, width: width / widthPx, height: height / heightPx };
    const box = { stream_id: 'zoom', ...share, frame_time: formatTimestamp(scene.timeUs) };
    return { id: found.id, box, offPx: (off * STREAM_PX) / WIDTH_PX, speedMps: found.speedMps };
  }
}

it('a vehicle that drives stays near the middle of the picture by boxes that come a picture late', async (context) => {
  await using test = await startTestStation({
    simulation: { windSpeedMps: 4, turbulence: 'light' },
    // The hour of the start decides which vehicles drive where.
    start: { realTimeClock: new VirtualClock() },
  });
  const { station } = test;
  const { follow } = station.camera;
  test.advance(6);
  expectAccepted(station.flight.takeOff(ALICE));
  test.advance(25);
  expectAccepted(station.flight.setAltitude(ALICE, { altitude: 30 }));
  test.advance(45);
  expectAccepted(station.camera.rotateToAngle(ALICE, { pan_ned: 40, tilt_ned: 25 }));
  test.advance(8);
  const detector = new Detector(test);
  let target = detector.look();
  for (let passed = 0; target === undefined && passed < 60; passed += 1) {
    test.advance(1);
    target = detector.look();
  }
  assert.ok(target, 'no vehicle drives through the picture');
  expectAccepted(follow.start(ALICE, { box: target.box }, detector.view));
  const seen: Sighting[] = [];
  for (let picture = 0; picture < 60; picture += 1) {
    test.advance(PICTURE_S);
    const sighting = detector.look(target.id);
    // Behind a house, or cut by the edge, the detector says nothing.
    if (sighting !== undefined) seen.push(sighting);
    const late = seen.at(-LATE);
    if (sighting !== undefined && late !== undefined) expectAccepted(follow.moveBox(ALICE, late.box, detector.view));
  }
  const offs = seen.slice(20).map(({ offPx }) => offPx);
  const most = offs.toSorted((a, b) => a - b)[Math.floor(offs.length * 0.95)] ?? Number.NaN;
  const fastest = Math.max(...seen.map(({ speedMps }) => speedMps));
  context.diagnostic(`${target.id}, ${fastest} m/s, from ${target.offPx} px: 95 % of ${offs.length} within ${most} px`);
  assert.equal(follow.state().state, 'following');
  assert.ok(offs.length >= 35, `seen in ${seen.length} pictures`);
  assert.ok(most < NEAR_MIDDLE_PX, `${most} pixels`);

  const last = detector.look(target.id) ?? target;
  for (let sent = 0; outcome(follow.moveBox(ALICE, last.box, detector.view)) === 'accepted'; sent += 1)
    assert.ok(sent < 10, 'more than ten boxes in a second');
  test.advance(2.5);
  assert.equal(follow.state().state, 'lost');
  const found = detector.look();
  if (found !== undefined) {
    expectAccepted(follow.moveBox(ALICE, found.box, detector.view));
    assert.equal(follow.state().state, 'following');
  }
  test.advance(11);
  assert.equal(follow.state().ended_by, 'target_lost');
});
