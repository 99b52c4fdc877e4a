import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { MapMark } from './clusters.ts';
import { labelSides } from './label-sides.ts';

const TEXT = {
  widthPx: (name: string) => name.length * 7 + 8,
  maxWidthPx: 176,
  linePx: 15,
  map: { widthPx: 2000, heightPx: 1200 },
};
const mark = (name: string, xPx: number, yPx: number, attention = 0): MapMark => ({
  id: name,
  xPx,
  yPx,
  attention,
  stations: [{ sid: name, name, state: 'online' } as HubStation],
});
const sides = (marks: readonly MapMark[]) => Object.fromEntries(labelSides(marks, TEXT));

describe('the names on the map', () => {
  it('stand at the right, or at a side where they cover neither a mark nor a name', () => {
    assert.deepEqual(sides([mark('Engine 1', 100, 100), mark('Engine 2', 300, 100)]), {
      'Engine 1': 'right',
      'Engine 2': 'right',
    });
    // The mark beside it leaves the left side free; between two marks there is room below.
    assert.equal(sides([mark('Engine 1', 100, 100), mark('Engine 2', 150, 100)])['Engine 1'], 'left');
    const row = [mark('Engine 1', 50, 100), mark('Engine 2', 150, 100), mark('Engine 0', 100, 100)];
    assert.equal(sides(row)['Engine 0'], 'below');
  });

  it('stay inside the map where a side has room there', () => {
    assert.equal(sides([mark('Engine 1', 1950, 100)])['Engine 1'], 'left');
    assert.equal(sides([mark('Engine 1', 1950, 100), mark('Engine 2', 1900, 100)])['Engine 1'], 'below');
  });

  it('of stations that need attention have the room first, and one without room is hidden', () => {
    const around = [0, 1, 2, 3, 4, 5, 6, 7].map((at) =>
      mark(`Neighbour ${at}`, 200 + 45 * Math.cos((at * Math.PI) / 4), 200 + 45 * Math.sin((at * Math.PI) / 4)),
    );
    assert.equal(sides([...around, mark('Middle', 200, 200, 14)]).Middle, undefined);
    const [lower, upper] = [mark('Lower', 100, 120), mark('Upper', 100, 100, 14)];
    assert.equal(sides([lower, upper]).Upper, 'right');
  });

  it('stay where they are while the map is moved', () => {
    const seed = 20_261_129;
    const random = new UniformStream(seed);
    const marks = Array.from({ length: 80 }, (_, at) =>
      mark(`Engine ${at}`, 300 + random.uniform() * 900, 300 + random.uniform() * 600),
    );
    const moved = marks.map((each) => ({ ...each, xPx: each.xPx + 317, yPx: each.yPx - 96 }));
    assert.deepEqual(sides(moved), sides(marks), `seed ${seed}`);
  });
});
