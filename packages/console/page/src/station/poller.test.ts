import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Poller } from './poller.ts';

/** A page that a test hides and shows. */
class TestedVisibility {
  isHidden = false;
  readonly #listeners = new Set<() => void>();
  onShown(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  show(): void {
    this.isHidden = false;
    for (const listener of [...this.#listeners]) listener();
  }
}

describe('a poller', () => {
  it('asks nothing while the page is hidden, and at once when it is seen again', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const visibility = new TestedVisibility();
    let asked = 0;
    const poller = new Poller(async () => Boolean(++asked), 1000, visibility);
    const pass = async (ms: number) => {
      mock.timers.tick(ms);
      await setImmediate();
      return asked;
    };
    void poller.again();
    assert.equal(await pass(0), 1);
    assert.equal(await pass(1000), 2);
    visibility.isHidden = true;
    assert.equal(await pass(3_600_000), 2);
    visibility.show();
    assert.equal(await pass(0), 3);
    assert.equal(await pass(1000), 4);
    visibility.isHidden = true;
    await pass(1000);
    poller.stop();
    visibility.show();
    assert.equal(await pass(60_000), 4);
  });

  it('asks once what does not change, as soon as it is answered', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let asked = 0;
    const poller = new Poller(async () => ++asked > 2, undefined);
    void poller.again();
    for (let s = 0; s < 60; s += 1) {
      await setImmediate();
      mock.timers.tick(1000);
    }
    assert.equal(asked, 3);
  });

  it('spreads its questions after a failure, so that pages do not come back together', async ({ mock }) => {
    const waits = async (random: number) => {
      mock.timers.enable({ apis: ['setTimeout'] });
      mock.method(Math, 'random', () => random);
      let asked = 0;
      const poller = new Poller(async () => asked++ < 0, 1000);
      void poller.again();
      await setImmediate();
      let waitedMs = 0;
      for (; asked === 1; waitedMs += 10) mock.timers.tick(10);
      poller.stop();
      mock.reset();
      return waitedMs;
    };
    assert.equal(await waits(0), 1500);
    assert.equal(await waits(1), 2500);
  });
});
