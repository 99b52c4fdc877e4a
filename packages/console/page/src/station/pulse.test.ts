import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Pulse } from './pulse.ts';

const TICK_MS = 100;

/** A pulse in modelled time on a station whose answers take `answerMs`, with a message each 100 ms that is `lateMs` late. */
class Model {
  readonly pulse: Pulse;
  asked = 0;
  answerMs = 20;
  /** Undefined: no messages come. */
  lateMs: number | undefined = 0;
  #nowMs = 1000;
  readonly #test: TestContext;

  constructor(test: TestContext) {
    this.#test = test;
    test.mock.timers.enable({ apis: ['setInterval'] });
    const answers: { atMs: number; give: () => void }[] = [];
    const getHealth = (): Promise<never> => {
      this.asked += 1;
      return new Promise<never>((resolve) =>
        answers.push({ atMs: this.#nowMs + this.answerMs, give: resolve as never }),
      );
    };
    this.pulse = new Pulse({ health: { getHealth } }, () => this.#nowMs);
    this.#answers = answers;
    this.pulse.subscribe(() => undefined);
  }
  readonly #answers: { atMs: number; give: () => void }[];

  /** @returns how often the station was asked meanwhile */
  async run(seconds: number): Promise<number> {
    const before = this.asked;
    for (let ms = 0; ms < seconds * 1000; ms += TICK_MS) {
      this.#nowMs += TICK_MS;
      this.#test.mock.timers.tick(TICK_MS);
      if (this.lateMs !== undefined) this.pulse.heard((this.#nowMs - this.lateMs) * 1000);
      for (const answer of this.#answers.splice(0)) {
        if (answer.atMs <= this.#nowMs) answer.give();
        else this.#answers.push(answer);
      }
      await setImmediate();
    }
    return this.asked - before;
  }
}

describe('the pulse of the station', () => {
  it('asks four times a minute while messages come in time', async (test) => {
    const model = new Model(test);
    await model.run(15);
    assert.equal(await model.run(120), 8);
    assert.ok(!model.pulse.isStale && !model.pulse.isSlow);
  });

  it('asks at once when messages cease, and is stale after 4 s without an answer', async (test) => {
    const model = new Model(test);
    await model.run(5);
    model.lateMs = undefined;
    model.answerMs = Number.POSITIVE_INFINITY;
    assert.equal(await model.run(3.5), 1);
    assert.ok(!model.pulse.isStale);
    await model.run(1.1);
    assert.ok(model.pulse.isStale);
  });

  it('asks at once when messages begin to come late, says so, and says when it is over', async (test) => {
    const model = new Model(test);
    await model.run(20);
    model.lateMs = 1400;
    model.answerMs = 1500;
    await model.run(5);
    assert.ok(model.pulse.isSlow);
    model.lateMs = 0;
    model.answerMs = 20;
    await model.run(5);
    assert.ok(!model.pulse.isSlow);
    await model.run(15);
    assert.ok((await model.run(60)) <= 4);
  });

  it('asks again and again where nothing but answers come', async (test) => {
    const model = new Model(test);
    model.lateMs = undefined;
    assert.ok((await model.run(30)) >= 9);
    // Nothing on the page waits for messages.
    assert.ok(!model.pulse.isStale && !model.pulse.isDeaf);
  });

  it('knows answers without messages from silence: what is shown is old, and the way of the messages is the reason', async (test) => {
    const model = new Model(test);
    model.pulse.listen();
    await model.run(5);
    model.lateMs = undefined;
    await model.run(7);
    assert.ok(!model.pulse.isStale && !model.pulse.isDeaf);
    await model.run(3);
    assert.ok(model.pulse.isStale && model.pulse.isDeaf);
    assert.ok(model.pulse.silentMs > 9000);
    model.lateMs = 0;
    await model.run(0.2);
    assert.ok(!model.pulse.isStale && !model.pulse.isDeaf);
    model.lateMs = undefined;
    model.answerMs = Number.POSITIVE_INFINITY;
    await model.run(12);
    assert.ok(model.pulse.isStale && !model.pulse.isDeaf);
  });
});
