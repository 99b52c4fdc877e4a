import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RooftopBox } from './rooftop-box.ts';

const PERIOD_S = 0.1;
const run = (box: RooftopBox, seconds: number, isKiteInCradle = true) => {
  for (let index = 0; index < Math.round(seconds / PERIOD_S); index += 1) box.step(isKiteInCradle);
};

describe('the Rooftop Box', () => {
  it('opens and closes its lids in 8 s', () => {
    const box = new RooftopBox(8, false, PERIOD_S);
    assert.equal(box.lids, 'Closed');
    box.open();
    run(box, 7.9);
    assert.equal(box.lids, 'Between');
    run(box, 0.1);
    assert.equal(box.lids, 'Opened');
    box.close();
    run(box, 7.9);
    assert.equal(box.lids, 'Between');
    run(box, 0.1);
    assert.equal(box.lids, 'Closed');
  });

  it('turns round half-way', () => {
    const box = new RooftopBox(8, false, PERIOD_S);
    box.open();
    run(box, 3);
    box.close();
    run(box, 3);
    assert.equal(box.lids, 'Closed');
  });

  it('stands still while jammed and goes on when freed', () => {
    const box = new RooftopBox(8, false, PERIOD_S);
    box.open();
    run(box, 4);
    box.jammed = true;
    run(box, 60);
    assert.equal(box.lids, 'Between');
    box.jammed = false;
    run(box, 4);
    assert.equal(box.lids, 'Opened');
  });

  it('never closes its lids while the Kite is not in its cradle', () => {
    const box = new RooftopBox(8, true, PERIOD_S);
    box.close();
    run(box, 20, false);
    assert.equal(box.lids, 'Opened');
  });
});
