import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import { FAULT_TYPES, FAULTS } from '@kitestring/station-contract/sim/faults.ts';
import { station as german } from '../words/de/station.ts';
import { station as french } from '../words/fr/station.ts';
import { station as italian } from '../words/it/station.ts';
import { translatorOf } from '../words/station-texts.ts';
import { durationOf, faultName, shownFaults } from './fault-list.ts';

const fault = (id: string, status: FaultState['status']): FaultState => ({
  id,
  status,
  type: 'gps_loss',
  severity: 1,
  parameters: {},
});

describe('shownFaults', () => {
  it('has what is there before what will be and what is over, the newest of those first', () => {
    const faults = [fault('1', 'cleared'), fault('2', 'scheduled'), fault('3', 'expired'), fault('4', 'active')];
    assert.deepEqual(
      shownFaults(faults).map(({ id }) => id),
      ['4', '2', '3', '1'],
    );
  });

  it('keeps five of those that are over', () => {
    const faults = Array.from({ length: 9 }, (_, index) => fault(String(index), 'cleared'));
    assert.deepEqual(
      shownFaults(faults).map(({ id }) => id),
      ['8', '7', '6', '5', '4'],
    );
  });
});

describe('durationOf', () => {
  for (const [text, seconds] of [
    ['', undefined],
    [' ', undefined],
    ['12.5', 12.5],
    ['86400', 86_400],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${seconds}`, () => assert.equal(durationOf(text), seconds));
  }
  for (const text of ['0', '-1', '86401', 'ten', '1e999']) {
    it(`refuses ${text}`, () => assert.ok(Number.isNaN(durationOf(text))));
  }
});

describe('faultName', () => {
  it('is words in English, and of its language where there are other texts', () => {
    assert.equal(faultName('main_power_loss'), 'main power loss');
    for (const texts of [german, french, italian]) {
      const translator = translatorOf(texts)(',');
      const names = FAULT_TYPES.map((type) => faultName(type, translator));
      assert.equal(new Set(names).size, FAULT_TYPES.length);
      assert.ok(
        names.every((name) => !name.includes('_') && name.length <= 40),
        names.join(', '),
      );
    }
  });

  it('comes with cause and effect in that language, numbers with its decimal sign', () => {
    for (const texts of [german, french, italian]) {
      const { fault } = translatorOf(texts)(',');
      for (const type of FAULT_TYPES) {
        const { effect, summary } = fault(type);
        const english = FAULTS[type];
        // Every figure, and every name that the API writes so, is that of the English text.
        const figures = (text: string) =>
          (text.match(/`[^`]+`|\d+([.,]\d+)?/g) ?? []).map((one) => one.replace(',', '.'));
        assert.deepEqual(figures(summary), figures(english.summary), type);
        assert.deepEqual(figures(effect).sort(), figures(english.effect).sort(), type);
        assert.ok(summary !== english.summary && effect !== english.effect, type);
      }
      assert.match(fault('supply_low').effect, /12,4 V/);
    }
  });
});
