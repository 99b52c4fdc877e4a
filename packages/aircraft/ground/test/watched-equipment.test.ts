import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoxTrial } from './support/scripted-box.ts';

const OUT = { kind: 'lineLength', lengthM: 20 } as const;

describe('a winch that is watched', () => {
  it('and moves as ordered is not told of', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    await trial.settled(trial.watched.order(OUT));
    await trial.run(30);
    assert.ok(Math.abs(trial.box.lengthM - 20) < 0.1);
    assert.deepEqual([trial.watched.reading?.faults, trial.texts.length], [[], 1]);
  });

  it('and accepts an order without moving counts as stuck, until it moves', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    trial.box.isJammed = true;
    assert.deepEqual(await trial.settled(trial.watched.order(OUT)), { outcome: 'Accepted' });
    await trial.run(4);
    assert.deepEqual(trial.watched.reading?.faults, []);
    await trial.run(2);
    assert.deepEqual(trial.watched.reading?.faults, ['SpoolStuck']);
    assert.deepEqual(trial.notes.at(-1), {
      severity: 'error',
      text: 'the winch was ordered (length 20 m) and does not move',
    });
    await trial.run(10);
    assert.equal(trial.texts.length, 2, 'told once');
    trial.box.isJammed = false;
    await trial.run(2);
    assert.deepEqual([trial.watched.reading?.faults, trial.texts.at(-1)], [[], 'the winch moves as ordered']);
  });

  it('and moves the wrong way is stopped at once', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    trial.box.isReversed = true;
    await trial.settled(trial.watched.order(OUT));
    await trial.run(3);
    assert.equal(trial.box.orders.at(-1)?.kind, 'lineStop');
    assert.ok(trial.box.lengthM > 9, `${trial.box.lengthM} m`);
    assert.deepEqual(trial.watched.reading?.faults, ['SpoolStuck']);
  });

  it('and does not stop is told of; the next order that is executed ends it', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    await trial.settled(trial.watched.order({ kind: 'lineRate', rateMps: 0.5 }));
    await trial.run(3);
    await trial.settled(trial.watched.order({ kind: 'lineStop' }));
    trial.box.rateMps = 0.5;
    await trial.run(5);
    assert.equal(trial.texts.at(-1), 'the winch was ordered to stop and still moves');
    assert.deepEqual(trial.watched.reading?.faults, ['SpoolStuck']);
    trial.box.rateMps = 0;
    await trial.settled(trial.watched.order({ kind: 'lineStop' }));
    await trial.run(3);
    assert.deepEqual(trial.watched.reading?.faults, []);
  });

  it('is not accused for what is not known: no length, no order accepted, no box heard', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    trial.box.isJammed = true;
    trial.box.refusal = 'emergency stop';
    await trial.settled(trial.watched.order(OUT));
    await trial.run(7);
    assert.deepEqual(trial.watched.reading?.faults, []);
    trial.box.refusal = undefined;
    await trial.settled(trial.watched.order(OUT));
    trial.line.isCut = true;
    await trial.run(7);
    trial.line.isCut = false;
    await trial.run(7);
    assert.deepEqual([trial.watched.link, trial.watched.reading?.faults], ['Heard', []]);
  });
});
