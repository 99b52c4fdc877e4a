import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ALICE, BOB, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { type LatLon, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { FollowBox } from '@kitestring/station-contract/station/camera-follow.ts';
import { DEFAULT_STATION_SETTINGS, type StationSettings } from '../station-settings.ts';

const HOME: LatLon = { latDeg: 47.3769, lonDeg: 8.5417 };
const gps = (eastM: number, northM = 0) => ({ ...placeFrom(HOME, { eastM, northM }), elevationM: 430, accuracyM: 0.5 });
const pointAt = (eastM: number, northM: number, altitude?: number) => {
  const { latDeg, lonDeg } = placeFrom(HOME, { eastM, northM });
  return { point: { latitude: latDeg, longitude: lonDeg, ...(altitude !== undefined && { altitude }) } };
};
const VIEW = { stream_id: 'zoom', is_streaming: true, fov_horizontal: 40, fov_vertical: 30 };

/** A Kite at 30 m above the Ground Station, whose camera does at once what it is told. */
class Flown extends ScriptedStation {
  constructor(settings: Partial<StationSettings> = {}) {
    super(settings);
    this.flying(30);
    this.aircraft.kite({ gps: gps(0) });
    this.run(0.5);
  }

  async version(): Promise<string> {
    return (await this.station.lists.other(undefined, 0)).camera_follow;
  }

  get follow() {
    return this.station.camera.follow;
  }

  #seen = 0;
  exactPan = 0;

  /** Orders to the camera since the last look, and it has executed. */
  executed(): readonly string[] {
    const given = this.aircraft.requests.slice(this.#seen).filter((request) => request.startsWith('move'));
    this.#seen = this.aircraft.requests.length;
    for (const request of given) {
      const [, axis, angle] = /^move(Pan|Tilt)\(toAngle (.*)\)$/.exec(request) ?? [];
      if (axis === 'Pan') this.exactPan = Number(angle);
      if (axis !== undefined) this.aircraft.camera({ [axis === 'Pan' ? 'panDeg' : 'tiltDeg']: Number(angle) });
    }
    return given;
  }

  runExecuted(seconds: number): this {
    for (let tick = 0; tick < seconds * 20; tick += 1) {
      this.run(0.05);
      this.executed();
    }
    return this;
  }

  get pointing() {
    const state = this.station.camera.state();
    return state.ok ? [Math.round(state.value.pan_ned ?? 0), Math.round(state.value.tilt_ned ?? 0)] : [];
  }

  box(ageS = 0, change: Partial<FollowBox> = {}): FollowBox {
    const frame_time = formatTimestamp(Math.round(this.clock.nowUs() - ageS * 1e6));
    return { stream_id: 'zoom', x: 0.45, y: 0.45, width: 0.1, height: 0.1, frame_time, ...change };
  }
}

describe('a follow of a point', () => {
  it('aims at the ground, which is below the landed Kite, and at heights above the Ground Station', () => {
    const flown = new Flown({ flight: { ...DEFAULT_STATION_SETTINGS.flight, baseHeightM: 10 } });
    expectAccepted(flown.follow.start(ALICE, pointAt(40, 0), undefined));
    flown.runExecuted(1);
    assert.deepEqual(flown.pointing, [90, 45]);
    expectAccepted(flown.follow.start(ALICE, pointAt(30, 0, 0), undefined));
    flown.runExecuted(1);
    assert.deepEqual(flown.pointing, [90, 45]);
  });

  it('turns the camera there, and again as the Kite moves, ten times a second at most', () => {
    const flown = new Flown();
    expectAccepted(flown.follow.start(ALICE, pointAt(30, 0), undefined));
    flown.runExecuted(1);
    assert.deepEqual(flown.pointing, [90, 45]);
    let orders = 0;
    for (let tick = 1; tick <= 100; tick += 1) {
      if (tick % 4 === 0) flown.aircraft.kite({ gps: gps(0, (tick / 100) * 30) });
      orders += flown.run(0.05).executed().length;
    }
    assert.ok(orders > 50 && orders <= 100, `${orders} orders in 5 s`);
    flown.runExecuted(8);
    assert.deepEqual(flown.pointing, [135, 35]);
    assert.deepEqual(flown.run(2).executed(), [], 'nothing changes, nothing is ordered');
    assert.ok((flown.follow.state().error ?? 9) < 0.05);
  });

  it('takes a height above the ground', () => {
    const flown = new Flown();
    expectAccepted(flown.follow.start(ALICE, pointAt(0, 40, 30), undefined));
    assert.deepEqual(flown.runExecuted(1).pointing, [0, 0]);
  });

  it('is refused where a camera order is, out of range and out of reach, and then changes nothing', () => {
    const flown = new Flown();
    const refused = (target: object, wanted: RegExp) => {
      const result = flown.follow.start(ALICE, target, undefined);
      assert.match(result.ok ? 'accepted' : `${result.refusal.code}: ${result.refusal.message}`, wanted);
    };
    refused(pointAt(21_000, 0), /^INVALID_REQUEST: point must be at most 20000 m from the Kite, is 2100[01] m$/);
    refused(pointAt(1, 0), /^TARGET_OUT_OF_REACH: the target is 88.\d degrees below the horizon/);
    refused({}, /^INVALID_REQUEST: a target must have either point or box$/);
    flown.aircraft.kiteWithout('gps');
    flown.run(0.1);
    assert.deepEqual(flown.executed(), []);
    assert.equal(flown.follow.state().state, 'off');
    const grounded = new ScriptedStation().standBy();
    assert.equal(outcome(grounded.station.camera.follow.start(ALICE, pointAt(30, 0), undefined)), 'VIEWPOINT_UNKNOWN');
    const other = new Flown();
    expectAccepted(other.station.handoff.request(BOB, { operator_name: 'B' }));
    assert.equal(outcome(other.follow.start(ALICE, pointAt(30, 0), undefined)), 'CONTROL_TAKEN');
  });

  const ends: readonly (readonly [string, (flown: Flown) => unknown])[] = [
    ['stopped', ({ follow }) => follow.stop(ALICE)],
    ['camera_moved', ({ station }) => station.camera.rotateByAngle(BOB, { tilt: 1 })],
    ['control_taken', (flown) => flown.station.handoff.request(BOB, { operator_name: 'B' })],
    ['session_ended', ({ follow }) => follow.dropSession(ALICE.sessionId)],
    ['not_flying', ({ station }) => station.flight.land(ALICE)],
    ['link_lost', (flown) => flown.silence(3)],
    ['camera_offline', ({ aircraft }) => aircraft.camera({ online: false })],
    ['out_of_reach', ({ aircraft }) => aircraft.kite({ gps: gps(29) })],
  ];
  for (const [why, happens] of ends)
    it(`ends: ${why}`, async () => {
      const flown = new Flown();
      expectAccepted(flown.follow.start(ALICE, pointAt(30, 0), undefined));
      flown.runExecuted(0.5);
      const before = await flown.version();
      happens(flown);
      flown.run(why === 'link_lost' ? 0.05 : 1);
      const { ended_by, state } = flown.follow.state();
      assert.deepEqual([state, ended_by], ['off', why]);
      assert.notEqual(await flown.version(), before);
    });

  it('holds while the position of the Kite is bad', () => {
    const flown = new Flown();
    expectAccepted(flown.follow.start(ALICE, pointAt(30, 0), undefined));
    flown.runExecuted(1).aircraft.kite({ gps: { ...gps(10), accuracyM: 50 } });
    assert.equal(flown.runExecuted(0.8).follow.state().state, 'following');
    assert.deepEqual(flown.pointing, [90, 45]);
    flown.aircraft.kite({ gps: gps(10) });
    assert.deepEqual(flown.runExecuted(3).pointing, [90, 56]);
  });
});

describe('a follow of a box', () => {
  it('turns to the middle of the box by the direction at the time of its picture, and goes on with its motion', () => {
    const flown = new Flown();
    flown.aircraft.camera({ panDeg: 10, tiltDeg: 20, rollDeg: 0 });
    flown.run(1);
    const seen = flown.box(0.5);
    flown.aircraft.camera({ panDeg: 60, tiltDeg: 40 });
    flown.run(0.3);
    expectAccepted(flown.follow.start(ALICE, { box: seen }, VIEW));
    assert.deepEqual(flown.runExecuted(0.5).pointing, [10, 20]);
    // An object that goes right by 2 degrees each 0.2 s, whatever the camera does.
    for (let step = 1; step <= 20; step += 1) {
      const off = Math.tan(((10 + 2 * step - flown.exactPan) * Math.PI) / 180) * Math.cos((20 * Math.PI) / 180);
      const x = 0.5 + off / 2 / Math.tan((20 * Math.PI) / 180);
      expectAccepted(flown.follow.moveBox(ALICE, flown.box(0, { x: x - 0.05 }), VIEW));
      flown.runExecuted(0.2);
    }
    assert.ok(Math.abs(flown.exactPan - 51) < 1, `${flown.exactPan}`);
  });

  it('is lost after 2 s without a box, found again by one, and ends after 10 s', () => {
    const flown = new Flown();
    expectAccepted(flown.follow.start(ALICE, { box: flown.box() }, VIEW));
    assert.equal(flown.run(2.5).follow.state().state, 'lost');
    expectAccepted(flown.follow.moveBox(ALICE, flown.box(), VIEW));
    assert.equal(flown.run(0.1).follow.state().state, 'following');
    assert.deepEqual(flown.run(11).follow.state().ended_by, 'target_lost');
    assert.equal(outcome(flown.follow.moveBox(ALICE, flown.box(), VIEW)), 'NOT_FOLLOWING');
  });

  it('takes ten boxes a second, of its own session, that are boxes and of now', () => {
    const flown = new Flown();
    expectAccepted(flown.follow.start(ALICE, { box: flown.box() }, VIEW));
    const refused = (box: FollowBox, caller = ALICE) => {
      const result = flown.follow.moveBox(caller, box, VIEW);
      return result.ok ? 'accepted' : `${result.refusal.code}: ${result.refusal.message}`;
    };
    assert.match(refused(flown.box(6)), /^INVALID_REQUEST: frame_time of the box must be at most 5 s ago, is 6 s ago$/);
    assert.match(refused(flown.box(-1)), /frame_time of the box must not be in the future, is 1 s ahead$/);
    assert.match(refused(flown.box(0, { x: 0.95 })), /x and width of the box are together at most 1, got 1.05$/);
    assert.match(refused(flown.box(0, { height: 0 })), /width and height of the box must be above 0$/);
    assert.match(refused(flown.box(), BOB), /^NOT_FOLLOWING/);
    for (let count = 0; count < 6; count += 1) assert.equal(refused(flown.box()), 'accepted');
    assert.match(refused(flown.box()), /^RATE_LIMITED: too many boxes/);
    flown.run(1);
    assert.equal(refused(flown.box()), 'accepted');
  });
});
