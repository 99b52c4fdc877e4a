import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { CameraControl } from './camera-control.ts';
import { STANDING } from './speed.ts';

/** A camera that takes every order, unless `refusal` says why not. */
function make() {
  const clock = new TestClock();
  const sent: unknown[] = [];
  const state: { refusal: Error | undefined } = { refusal: undefined };
  const take = async (order: unknown) => {
    sent.push(order);
    if (state.refusal !== undefined) throw state.refusal;
  };
  const control = new CameraControl(
    {
      turnTo: (aim) => take({ aim }),
      turnAt: (speed, durationS) => take({ ...speed, durationS }),
      zoomTo: (streamId, zoom) => take({ streamId, zoom }),
    },
    clock,
  );
  return { clock, control, sent, state };
}

const RIGHT = { panDps: 10, tiltDps: 0 };

describe('the control of the camera', () => {
  it('aims with angles as the station takes them, tilt within the gimbal’s travel', async () => {
    const { clock, control, sent } = make();
    control.limits = { ...control.limits, tiltMinDeg: -11, tiltMaxDeg: 80 };
    control.aim({ panDeg: -90.004, tiltDeg: 95 });
    await clock.advance(100);
    control.aim({ panDeg: -0.001 });
    await clock.advance(100);
    assert.deepEqual(sent, [{ aim: { panDeg: 270, tiltDeg: 80 } }, { aim: { panDeg: 0 } }]);
  });

  it('loses no axis when the other one is asked for before the station has answered', async () => {
    const { clock, control, sent } = make();
    control.aim({ panDeg: 10, tiltDeg: 5 });
    control.aim({ panDeg: 95 });
    control.aim({ tiltDeg: 45 });
    await clock.advance(1000);
    assert.deepEqual(sent.slice(1), [{ aim: { panDeg: 95, tiltDeg: 45 } }]);
    assert.deepEqual(control.aimWanted, { panDeg: 95, tiltDeg: 45 });
  });

  it('tilts only while the Kite does not fly, but lets the station refuse what is a pan alone', async () => {
    const { clock, control, sent } = make();
    control.canPan = false;
    control.aim({ panDeg: 10, tiltDeg: 20 });
    await clock.advance(100);
    control.aim({ panDeg: 10 });
    await clock.advance(100);
    assert.deepEqual(sent, [{ aim: { tiltDeg: 20 } }, { aim: { panDeg: 10 } }]);
  });

  it('asks again for a turn while it is held, each time for longer than until the next, and stops at once', async () => {
    const { clock, control, sent } = make();
    control.steer('keys', RIGHT);
    await clock.advance(1000);
    assert.equal(sent.length, 5);
    assert.deepEqual(sent.at(-1), { ...RIGHT, durationS: 0.6 });
    control.steer('keys', STANDING);
    await clock.advance(5000);
    assert.equal(sent.length, 6);
    assert.deepEqual(sent.at(-1), { panDps: 0, tiltDps: 0, durationS: 0.1 });
  });

  it('stops everything when the page is left, and only once', async () => {
    const { clock, control, sent } = make();
    control.steer('keys', RIGHT);
    control.steer('stick', { panDps: 0, tiltDps: 5 });
    await clock.advance(150);
    control.release();
    control.release();
    await clock.advance(1000);
    assert.deepEqual(sent.at(-1), { panDps: 0, tiltDps: 0, durationS: 0.1 });
    assert.equal(sent.length, 3);
  });

  it('does not stop a camera that nobody steers: somebody else may', async () => {
    const { clock, control, sent } = make();
    control.release();
    control.steer('keys', STANDING);
    await clock.advance(1000);
    assert.deepEqual(sent, []);
  });

  it('goes on to what is pointed at when it was turning: the turn is not asked for again', async () => {
    const { clock, control, sent } = make();
    control.steer('pad', RIGHT);
    await clock.advance(100);
    control.aim({ tiltDeg: 45 });
    await clock.advance(2000);
    assert.deepEqual(sent.slice(1), [{ aim: { tiltDeg: 45 } }]);
  });

  it('asks for no more turns once the station has refused one, until the key is let go', async () => {
    const { clock, control, sent, state } = make();
    state.refusal = new Error('M. Rossi (vms) is in control');
    control.steer('keys', RIGHT);
    await clock.advance(300);
    control.steer('keys', { panDps: 20, tiltDps: 0 });
    await clock.advance(3000);
    assert.equal(sent.length, 1);
    assert.equal(control.trouble, state.refusal);
    control.steer('keys', STANDING);
    state.refusal = undefined;
    control.steer('keys', RIGHT);
    await clock.advance(10);
    assert.equal(sent.length, 2);
    assert.equal(control.trouble, undefined, 'what the station takes clears the refusal');
  });

  it('ends the unwinding as soon as somebody takes the camera', async () => {
    const { clock, control } = make();
    control.steer('unwind', { panDps: -25, tiltDps: 0 });
    await clock.advance(100);
    assert.equal(control.isUnwinding, true);
    control.steer('keys', RIGHT);
    assert.equal(control.isUnwinding, false);
  });

  it('stays below the 20 commands a second that the station takes, whatever the fingers do', async () => {
    const { clock, control, sent } = make();
    for (let tick = 0; tick < 1000; tick += 5) {
      control.aim({ panDeg: tick / 10, tiltDeg: 5 });
      control.zoomTo('zoom', 1 + tick / 100);
      await clock.advance(5);
    }
    assert.ok(sent.length <= 17, `${sent.length} commands in a second, both ends counted`);
    await clock.advance(1000);
    assert.deepEqual(sent.slice(-2), [{ streamId: 'zoom', zoom: 10.95 }, { aim: { panDeg: 99.5, tiltDeg: 5 } }]);
  });

  it('goes on from the zoom that was asked for while the station shows the one before', async () => {
    const { clock, control, state } = make();
    control.zoomTo('zoom', 4);
    assert.equal(control.zoomFrom('zoom', 2), 4);
    assert.equal(control.zoomFrom('overview', 1), 1);
    await clock.advance(2000);
    assert.equal(control.zoomFrom('zoom', 3), 3);
    state.refusal = new Error('the camera is off');
    control.zoomTo('zoom', 8);
    await clock.advance(10);
    assert.equal(control.zoomFrom('zoom', 3), 3);
    assert.equal(control.trouble, state.refusal);
  });

  it('closed, lets go of what was held and takes nothing, until it is open again', async () => {
    const { clock, control, sent } = make();
    control.steer('keys', RIGHT);
    await clock.advance(10);
    assert.equal(sent.length, 1);
    control.isOpen = false;
    control.steer('pad', RIGHT);
    control.aim({ panDeg: 20 });
    control.zoomTo('zoom', 4);
    await clock.advance(2000);
    assert.equal(sent.length, 1, 'nothing more is sent: the turn ends at the station by itself');
    assert.equal(control.zoomFrom('zoom', 2), 2);
    control.isOpen = true;
    control.aim({ panDeg: 20 });
    await clock.advance(100);
    assert.deepEqual(sent.slice(1), [{ aim: { panDeg: 20 } }]);
  });
});
