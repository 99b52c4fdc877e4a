import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FrameBudget } from './frame-budget.ts';

const EVERY_MS = 250;
const PER_LOOK = 8;

/** A machine that is looked at four times a second. */
class Machine {
  readonly budget = new FrameBudget();
  readonly changes: string[] = [];
  readonly #everyMs: number;
  #atMs = 0;
  #total = 0;
  #dropped = 0;

  constructor(everyMs = EVERY_MS) {
    this.#everyMs = everyMs;
  }

  /** @param late of eight pictures each time */
  for(seconds: number, late: number): void {
    for (let ms = 0; ms < seconds * 1000; ms += this.#everyMs) {
      this.#atMs += this.#everyMs;
      this.#total += PER_LOOK;
      this.#dropped += late;
      const { isOver } = this.budget;
      if (!this.budget.look(this.#atMs, { total: this.#total, dropped: this.#dropped })) continue;
      this.changes.push(`${isOver ? 'fits' : 'over'} at ${this.#atMs / 1000}`);
    }
  }
}

describe('the budget of pictures', () => {
  it('fits a machine that shows nearly all of them', () => {
    const machine = new Machine();
    machine.for(60, 0);
    machine.for(60, 1);
    assert.deepEqual(machine.changes, []);
  });

  it('is exceeded after three seconds in which a quarter came too late, and fits again after ten calm ones', () => {
    const machine = new Machine();
    machine.for(10, 0);
    machine.for(10, 4);
    machine.for(20, 0);
    assert.equal(machine.changes.length, 2);
    const [over = '', fits = ''] = machine.changes;
    assert.match(over, /^over at 1[12]/);
    assert.match(fits, /^fits at (29|30)/);
  });

  it('fits again by timers that are never quite on time, too', () => {
    const machine = new Machine(251.3);
    machine.for(10, 0);
    machine.for(10, 4);
    machine.for(20, 0);
    assert.match(machine.changes.join(), /^over at 1[12]\.\d+,fits at (29|30)/);
  });

  it('is not exceeded by a page that did something else for half a second', () => {
    const machine = new Machine();
    machine.for(10, 0);
    machine.for(0.5, 8);
    machine.for(10, 0);
    assert.deepEqual(machine.changes, []);
  });

  it('begins anew with another connection, and says nothing of a handful of pictures', () => {
    const budget = new FrameBudget();
    budget.look(0, { total: 1000, dropped: 900 });
    assert.equal(budget.look(4000, { total: 5, dropped: 5 }), false);
    assert.equal(budget.look(8000, { total: 9, dropped: 9 }), false);
    assert.equal(budget.isOver, false);
  });
});
