import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import {
  NO_TWIST_TRACK,
  type TwistTrack,
  unwindingDps,
  unwindingWay,
  withHeading,
  withNotifications,
} from './twist.ts';

const START_MS = Date.UTC(2026, 2, 1, 9);

/** The page over time: each step is a tenth of a second of a Kite that turns. */
function make(first: readonly Notification[] = []) {
  let track: TwistTrack = withNotifications(NO_TWIST_TRACK, first);
  let atMs = 0;
  let headingDeg = 0;
  const see = (isOnGround = false) => {
    track = withHeading(track, {
      headingDeg: ((headingDeg % 360) + 360) % 360,
      isOnGround,
      atMs,
      stationMs: START_MS + atMs,
    });
  };
  return {
    get knowledge() {
      return track.knowledge;
    },
    turn: (degrees: number, isOnGround = false) => {
      for (let turned = 0; turned < Math.abs(degrees); turned += 2.5) {
        headingDeg += 2.5 * Math.sign(degrees);
        atMs += 100;
        see(isOnGround);
      }
    },
    rest: (milliseconds: number) => {
      atMs += milliseconds;
    },
    see,
    told: (...active: readonly Notification[]) => {
      track = withNotifications(track, active);
    },
    /** A warning that begins now. */
    warning: (turns: number, code = 30020): Notification => ({
      code,
      severity: 'Warning',
      message: '',
      begin_time: new Date(START_MS + atMs).toISOString().replace('Z', '+00:00'),
      parameters: { turns, limit: 10 },
    }),
  };
}

const turnsOf = (page: { readonly knowledge: TwistTrack['knowledge'] }): number =>
  'turns' in page.knowledge ? Math.round(page.knowledge.turns * 1000) / 1000 : Number.NaN;

describe('what the page knows of the twist', () => {
  it('is nothing before the station has been heard, and then that it is below the warning', () => {
    assert.equal(NO_TWIST_TRACK.knowledge.kind, 'unread');
    assert.deepEqual(make().knowledge, { kind: 'belowWarning' });
  });

  it('is no count of its own before a warning, however the Kite turns', () => {
    const page = make();
    page.turn(900);
    assert.deepEqual(page.knowledge, { kind: 'belowWarning' });
  });

  it('counts on from a warning that begins in sight, over North and both ways', () => {
    const page = make();
    page.turn(100);
    page.told(page.warning(5));
    page.turn(720);
    assert.deepEqual([page.knowledge.kind, turnsOf(page)], ['counted', 7]);
    page.turn(-900);
    assert.equal(turnsOf(page), 4.5);
  });

  it('goes on counting when the warning has ended, to no twist at all', () => {
    const page = make();
    page.turn(10);
    page.told(page.warning(-5));
    page.told();
    page.turn(1800);
    assert.equal(turnsOf(page), 0);
    assert.equal(unwindingWay(page.knowledge), 0);
  });

  it('is "at least" for a warning from before the page was opened', () => {
    const page = make();
    const before = page.warning(5);
    const later = make([before]);
    later.turn(720);
    assert.deepEqual(later.knowledge, { kind: 'atLeast', turns: 5, limitTurns: 10 });
    assert.equal(unwindingWay(later.knowledge), -1);
  });

  it('counts from the end of such a warning, where the tether has the turns that are warned of', () => {
    const page = make([make().warning(5)]);
    page.turn(-720);
    page.told();
    assert.deepEqual(page.knowledge, { kind: 'counted', turns: 5, limitTurns: 10 });
    page.turn(-360);
    assert.equal(turnsOf(page), 4);
  });

  it('loses the count when the heading was out of sight, and keeps what is certain', () => {
    const page = make();
    page.turn(10);
    page.told(page.warning(5));
    page.turn(360);
    page.rest(4000);
    page.see();
    assert.deepEqual(page.knowledge, { kind: 'atLeast', turns: 5, limitTurns: 10 });
    page.told();
    page.rest(4000);
    page.see();
    assert.deepEqual(page.knowledge, { kind: 'belowWarning' });
  });

  it('takes the figure of a critical warning for its own', () => {
    const page = make();
    page.turn(10);
    page.told(page.warning(5));
    page.turn(1790);
    page.told(page.warning(10, 30021));
    assert.equal(turnsOf(page), 10);
  });

  it('does not count what the cradle turns, and keeps the count on the ground for as long as it takes', () => {
    const page = make();
    page.turn(10);
    page.told(page.warning(5));
    page.turn(180, true);
    page.rest(60_000);
    page.turn(90, true);
    assert.deepEqual([page.knowledge.kind, turnsOf(page)], ['counted', 5]);
  });

  it('unwinds against the turns, slower at the end, and not when there is nothing to unwind', () => {
    assert.equal(unwindingDps({ kind: 'counted', turns: 3, limitTurns: 10 }, 25, 2), -25);
    assert.equal(unwindingDps({ kind: 'counted', turns: -3, limitTurns: 10 }, 25, 2), 25);
    assert.equal(unwindingDps({ kind: 'counted', turns: -0.06, limitTurns: 10 }, 25, 2), 10.799999999999999);
    assert.equal(unwindingDps({ kind: 'atLeast', turns: 5, limitTurns: 10 }, 25, 2), -25);
    assert.equal(unwindingDps({ kind: 'counted', turns: 0.01, limitTurns: 10 }, 25, 2), 0);
    assert.equal(unwindingDps({ kind: 'belowWarning' }, 25, 2), 0);
  });
});
