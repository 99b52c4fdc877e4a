import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Direction, directionAt, pointOf, type View } from '@kitestring/station-contract/camera/pinhole.ts';
import { TestClock } from '../../test/support/test-clock.ts';
import { CameraControl } from './camera-control.ts';
import { DragToAim } from './drag-to-aim.ts';

type Order = { readonly panDeg?: number; readonly tiltDeg?: number } | { readonly zoom: number };

/** A picture of 1000 by 500 pixels in which the camera looks North, 20 degrees down, and moves when it is told to. */
function make({
  isFollowing = false,
  onClick,
  onAsk,
  zoomMax = 32,
}: {
  isFollowing?: boolean;
  onClick?: (direction: Direction) => void;
  onAsk?: (direction: Direction) => void;
  zoomMax?: number;
} = {}) {
  const clock = new TestClock();
  const sent: Order[] = [];
  let view: View & { zoom: number } = {
    panDeg: 0,
    tiltDeg: 20,
    rollDeg: 0,
    horizontalDeg: 80,
    verticalDeg: 45,
    zoom: 1,
  };
  const control = new CameraControl(
    {
      turnTo: async (aim) => {
        sent.push(aim);
        if (isFollowing) view = { ...view, ...aim };
      },
      turnAt: async () => {},
      zoomTo: async (_, zoom) => {
        sent.push({ zoom });
      },
    },
    clock,
  );
  const sizePx = { widthPx: 1000, heightPx: 500 };
  const drag = new DragToAim(
    control,
    () => ({ streamId: 'zoom', zoomRange: { minimum: 1, maximum: zoomMax }, sizePx, view, onClick, onAsk }),
    clock,
  );
  const aims = () => sent.filter((order) => !('zoom' in order)) as { panDeg: number; tiltDeg: number }[];
  const zooms = () => sent.flatMap((order) => ('zoom' in order ? [order.zoom] : []));
  return { aims, clock, drag, sent, zooms, view: () => view };
}

const at = (xPx: number, yPx: number) => ({ xPx, yPx });
const MIDDLE = at(500, 250);

describe('the drag of the picture', () => {
  it('turns left when it is dragged to the right', async () => {
    const { aims, clock, drag } = make();
    drag.down(1, MIDDLE);
    drag.move(1, at(600, 250));
    await clock.advance(1000);
    const pan = aims().at(-1)?.panDeg ?? 0;
    assert.ok(pan > 340 && pan < 355, `pan ${pan}`);
  });

  it('gives clicks to who takes them, and moves nothing; a drag still aims', async () => {
    const clicked: Direction[] = [];
    const { aims, clock, drag, sent } = make({ onClick: (direction) => clicked.push(direction) });
    drag.down(1, MIDDLE);
    drag.up(1, true);
    await clock.advance(1000);
    assert.deepEqual(sent, []);
    assert.deepEqual(
      clicked.map(({ azimuthDeg, depressionDeg }) => [azimuthDeg, Math.round(depressionDeg)]),
      [[0, 20]],
    );
    drag.down(1, MIDDLE);
    drag.move(1, at(600, 250));
    drag.up(1, true);
    await clock.advance(1000);
    assert.ok(aims().length > 0);
    assert.equal(clicked.length, 1);
  });

  it('keeps the dragged point under the pointer, all the way and in the end', async () => {
    const { clock, drag, view } = make({ isFollowing: true });
    drag.down(1, at(300, 100));
    const grabbed = { azimuthDeg: -18.9, depressionDeg: 0 };
    const start = pointOf(view(), grabbed);
    for (let step = 0; step <= 40; step += 1) {
      drag.move(1, at(300 + step * 10, 100 + step * 5));
      await clock.advance(16);
    }
    await clock.advance(500);
    drag.up(1, true);
    // The point that was near the pointer at first has moved with it.
    const end = pointOf(view(), grabbed);
    assert.ok(start !== undefined && end !== undefined);
    assert.ok(Math.abs((end.x - start.x) * 1000 - 400) < 40 && Math.abs((end.y - start.y) * 500 - 200) < 40);
  });

  it('centres the point of a click, from a hand that shakes too', async () => {
    const { aims, clock, drag } = make();
    drag.down(1, at(1000, 250));
    drag.move(1, at(996, 253));
    drag.up(1, true);
    await clock.advance(100);
    assert.equal(aims().length, 1);
    assert.ok((aims()[0]?.panDeg ?? 0) > 39, 'half the field of view to the right');
  });

  it('does nothing when the browser takes the finger away, as for its own gesture', async () => {
    const { clock, drag, sent } = make();
    drag.down(1, MIDDLE);
    drag.up(1, false);
    await clock.advance(1000);
    assert.deepEqual(sent, []);
  });

  it('centres and goes closer with a double click', async () => {
    const { aims, clock, drag, zooms } = make();
    for (const pauseMs of [200, 200]) {
      drag.down(1, at(700, 300));
      drag.up(1, true);
      await clock.advance(pauseMs);
    }
    assert.equal(aims().length, 1);
    assert.deepEqual(zooms(), [2]);
  });

  it('zooms with the wheel about the pointer', async () => {
    const { aims, clock, drag, view, zooms } = make();
    drag.wheel(at(800, 100), 2);
    await clock.advance(1000);
    assert.deepEqual(zooms(), [2]);
    const [aim] = aims();
    assert.ok(aim !== undefined && aim.panDeg > 5 && aim.tiltDeg < 20, 'it turns towards the pointer');
    // The station's field of view at zoom 2 is half the angle.
    const closer = { ...view(), ...aim, horizontalDeg: 40, verticalDeg: 22.5 };
    const shown = pointOf(closer, directionAt(view(), { x: 0.8, y: 0.2 }));
    assert.ok(shown !== undefined && Math.abs(shown.x - 0.8) < 0.001 && Math.abs(shown.y - 0.2) < 0.001);
  });

  it('goes on zooming from what was asked for, and stops at the range', async () => {
    const { clock, drag, zooms } = make({ zoomMax: 4 });
    for (let notch = 0; notch < 6; notch += 1) drag.wheel(MIDDLE, 1.5);
    await clock.advance(1000);
    assert.equal(zooms().at(-1), 4);
  });

  it('does not turn a camera that cannot zoom', async () => {
    const { clock, drag, sent } = make({ zoomMax: 1 });
    drag.wheel(at(800, 100), 1.2);
    await clock.advance(1000);
    assert.deepEqual(sent, []);
  });

  it('zooms as two fingers spread, and not when one of them is lifted', async () => {
    const { aims, clock, drag, zooms } = make();
    drag.down(1, at(400, 250));
    drag.down(2, at(600, 250));
    drag.move(1, at(300, 250));
    drag.move(2, at(700, 250));
    await clock.advance(1000);
    assert.equal(zooms().at(-1), 2);
    drag.up(2, true);
    drag.move(1, at(100, 250));
    drag.up(1, true);
    await clock.advance(1000);
    assert.equal(zooms().at(-1), 2);
    assert.ok(
      aims().every(({ panDeg }) => panDeg > 350 || panDeg < 10),
      'and it has not become a drag or a click',
    );
  });

  it('asks what is there after a long press, also without a movement of the camera before or after', async () => {
    const asked: Direction[] = [];
    const { clock, drag, sent, view } = make({ onAsk: (direction) => asked.push(direction) });
    drag.down(1, at(600, 300));
    await clock.advance(599);
    assert.equal(asked.length, 0);
    await clock.advance(1);
    assert.deepEqual(asked, [directionAt(view(), { x: 0.6, y: 0.6 })]);
    // Android asks for a menu as well.
    drag.menu();
    drag.move(1, at(700, 300));
    drag.up(1, true);
    await clock.advance(1000);
    assert.deepEqual([asked.length, sent], [1, []]);
  });

  it('does not ask during a drag, with two fingers, or after a click', async () => {
    const asked: Direction[] = [];
    const { clock, drag } = make({ onAsk: (direction) => asked.push(direction) });
    drag.down(1, MIDDLE);
    drag.move(1, at(600, 250));
    await clock.advance(1000);
    drag.up(1, true);
    drag.down(1, at(400, 250));
    drag.down(2, at(600, 250));
    await clock.advance(1000);
    drag.up(2, true);
    drag.up(1, true);
    drag.down(1, MIDDLE);
    drag.up(1, true);
    await clock.advance(1000);
    assert.deepEqual(asked, []);
  });

  it('asks at the right button, and in the middle by a key', () => {
    const asked: Direction[] = [];
    const { drag, view } = make({ onAsk: (direction) => asked.push(direction) });
    drag.menu(at(600, 300));
    drag.menu();
    assert.deepEqual(asked, [directionAt(view(), { x: 0.6, y: 0.6 }), directionAt(view(), { x: 0.5, y: 0.5 })]);
  });
});
