import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TerminalOutput } from './context.ts';
import { bar, compass, figure } from './gauges.ts';

const out: TerminalOutput = { write: () => {}, isTerminal: true, hasColours: false, columns: () => 80, rows: () => 24 };

describe('bar', () => {
  for (const [value, target, text] of [
    [0, undefined, '··········'],
    [5, undefined, '█████·····'],
    [5.5, undefined, '█████▌····'],
    [10, undefined, '██████████'],
    [99, undefined, '██████████'],
    [-1, undefined, '··········'],
    [5, 8, '█████···│·'],
    [9, 8, '█████████·'],
    [5, 99, '█████····│'],
  ] as const) {
    it(`shows ${value} of 10${target === undefined ? '' : ` on the way to ${target}`}`, () => {
      assert.equal(bar(out, value, 10, 10, target), text);
    });
  }
});

describe('compass', () => {
  it('has the heading in its middle', () => {
    assert.equal(compass(out, 0, 32), 'S···SW··W···NW··N···NE··E···SE··');
    assert.equal(compass(out, 90, 32), 'W···NW··N···NE··E···SE··S···SW··');
    assert.equal(compass(out, 22, 32)[16], '┃');
  });

  it('is as wide as it should be for every heading', () => {
    for (let deg = -180; deg <= 360; deg += 1) assert.equal(compass(out, deg, 32).length, 32);
  });
});

describe('figure', () => {
  it('keeps its width, and shows dashes for what is not known', () => {
    assert.equal(figure(3.06, ' m'), '   3.1 m');
    assert.equal(figure(undefined, ' m'), '    -- m');
  });
});
