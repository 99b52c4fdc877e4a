import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamStart, UniformStream } from '@kitestring/base/random.ts';
import { BoxTrial } from './support/scripted-box.ts';

const STATE = '{"kind":"state","line":{"length_m":42}}\n';

describe('ground equipment that speaks lines of JSON', () => {
  it('is heard with its parts and its readings, and told once', async () => {
    await using trial = await BoxTrial.begin();
    assert.deepEqual([trial.equipment.link, trial.equipment.reading], ['NotHeard', undefined]);
    await trial.run(1);
    const { equipment } = trial;
    assert.deepEqual([equipment.link, equipment.name], ['Heard', 'Winch 3']);
    assert.deepEqual(equipment.capabilities, trial.box.capabilities);
    assert.deepEqual(equipment.reading, trial.box.reading());
    await trial.run(20);
    assert.deepEqual(trial.notes, [{ severity: 'info', text: 'Winch 3: heard' }]);
  });

  it('executes orders, refuses with its own reason, and is not asked for what it does not have', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    const { box, equipment } = trial;
    assert.deepEqual(await trial.settled(equipment.order({ kind: 'tetherPower', isOn: false })), {
      outcome: 'Accepted',
    });
    box.refusal = 'emergency stop';
    const refused = await trial.settled(equipment.order({ kind: 'lineLength', lengthM: 20 }));
    assert.deepEqual(refused, { outcome: 'Refused', reason: 'emergency stop' });
    assert.deepEqual(await equipment.order({ kind: 'lineTension', tensionN: 5 }), { outcome: 'NotFitted' });
    assert.deepEqual(
      box.orders.map(({ kind }) => kind),
      ['tetherPower', 'lineLength'],
    );
  });

  it('carries each order out once on a line that loses, doubles and mixes up half of all', async () => {
    for (const seed of [1, 2, 3]) {
      await using trial = await BoxTrial.begin({ seed, loss: 0.3, duplicate: 0.3, delayMs: [5, 300] });
      await trial.run(10);
      const outcomes = [];
      for (let lengthM = 11; lengthM <= 30; lengthM += 1) {
        outcomes.push(await trial.settled(trial.equipment.order({ kind: 'lineLength', lengthM })));
      }
      const lengths = trial.box.orders.map((order) => (order.kind === 'lineLength' ? order.lengthM : 0));
      assert.deepEqual(lengths, [...new Set(lengths)], `none twice, seed ${seed}`);
      const accepted = outcomes.filter(({ outcome }) => outcome === 'Accepted').length;
      assert.ok(accepted >= 10 && accepted <= lengths.length, `${accepted} of ${outcomes.length}, seed ${seed}`);
    }
  });

  it('gets the newest order only, and none after its connection was lost', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    trial.line.isCut = true;
    const first = trial.equipment.order({ kind: 'lineLength', lengthM: 20 });
    const second = trial.equipment.order({ kind: 'lineStop' });
    assert.deepEqual(await first, { outcome: 'Superseded' });
    assert.deepEqual(await trial.settled(second), { outcome: 'Silent' });
    trial.line.isCut = false;
    await trial.run(10);
    assert.deepEqual([trial.box.orders, trial.equipment.link], [[], 'Heard']);
  });

  it('is lost after two silent seconds; one that flaps is told once, and heard when it is steady', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    for (let flap = 0; flap < 5; flap += 1) {
      trial.line.isCut = true;
      await trial.run(2.5);
      assert.deepEqual([trial.equipment.link, trial.equipment.reading], ['Lost', undefined]);
      assert.deepEqual(await trial.equipment.order({ kind: 'lineStop' }), { outcome: 'Silent' });
      trial.line.isCut = false;
      await trial.run(2);
    }
    assert.deepEqual(trial.texts, ['Winch 3: heard', 'Winch 3: nothing heard for 2 s']);
    await trial.run(3);
    assert.deepEqual([trial.equipment.link, trial.texts.at(-1)], ['Heard', 'Winch 3: heard']);
  });

  it('that never answers is lost after five seconds; the box in turn stops when its station is silent', async () => {
    await using trial = await BoxTrial.begin();
    trial.line.isCut = true;
    await trial.run(6);
    assert.deepEqual([trial.equipment.link, trial.texts], ['Lost', ['ground equipment (the line): not heard']]);
    trial.line.isCut = false;
    await trial.run(5);
    assert.equal(trial.equipment.link, 'Heard');
    trial.line.isCut = true;
    await trial.run(4);
    assert.equal(trial.box.lostStations, 1);
  });

  it('of another version is told once and not believed', async () => {
    await using trial = await BoxTrial.begin();
    trial.line.isCut = true;
    await trial.run(0.5);
    trial.line.isCut = false;
    for (let said = 0; said < 3; said += 1) {
      trial.say(`{"kind":"hello","protocol":"kitestring-ground","version":2,"name":"New"}\n${STATE}`);
      trial.clock.advance(0.01);
    }
    assert.deepEqual(trial.texts, ['ground equipment (the line) speaks version 2 of the protocol; this station 1']);
    assert.equal(trial.equipment.link, 'NotHeard');
  });

  it('outlives garbage, endless lines and floods, and good lines after them are read at once', async () => {
    await using trial = await BoxTrial.begin();
    await trial.run(1);
    const random = new UniformStream(streamStart(7, 'garbage'));
    for (let chunk = 0; chunk < 200; chunk += 1) {
      trial.say(Uint8Array.from({ length: 500 }, () => Math.floor(random.uniform() * 256)));
      trial.say('{"kind":"state","line":{"length_m":1e400}}\n');
      if (chunk % 20 === 0) await trial.run(0.05);
    }
    trial.say('x'.repeat(100_000));
    trial.say(`${'[1,'.repeat(300)}\n`.repeat(50));
    trial.say(`${STATE}`.repeat(5000));
    await trial.run(3);
    assert.deepEqual([trial.equipment.link, trial.equipment.reading], ['Heard', trial.box.reading()]);
    assert.deepEqual(trial.texts.toSorted(), [
      'Winch 3: heard',
      'Winch 3: line.length_m is no number from 0 to 2000: it counts as absent',
      'the line: its lines are none of this protocol; is the baud rate right?',
    ]);
  });
});
