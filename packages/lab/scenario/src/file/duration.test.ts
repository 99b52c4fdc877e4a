import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { durationText, readDuration, wrongDuration } from './duration.ts';
import { readMoment } from './moment.ts';

describe('readDuration', () => {
  for (const [text, seconds] of [
    ['12 s', 12],
    ['12s', 12],
    ['250 ms', 0.25],
    ['5 min', 300],
    ['8 h', 28_800],
    ['1 h 30 min', 5400],
    ['1.5 h', 5400],
  ] as const) {
    it(`reads ${text}`, () => assert.equal(readDuration(text), seconds));
  }

  for (const text of ['12', '12 m', 's', '-1 s', '1 d', '1 s x', '1e3 s', '']) {
    it(`refuses "${text}"`, () => {
      assert.equal(readDuration(text), undefined);
      assert.match(wrongDuration(text) ?? '', /allowed: a time with its unit/);
    });
  }

  it('says that m is metres, which is what people write for minutes', () => {
    assert.match(wrongDuration('5 m') ?? '', /^got 5 m, where m is metres/);
  });

  it('refuses more than a week', () => {
    assert.equal(wrongDuration('168 h'), undefined);
    assert.equal(wrongDuration('169 h'), 'got 169 h, allowed: at most 7 days');
  });
});

describe('durationText', () => {
  it('is for reading', () => {
    assert.deepEqual([12.34, 119, 121, 7300, 28_800].map(durationText), [
      '12.3 s',
      '119 s',
      '2 min',
      '2 h 2 min',
      '8 h 0 min',
    ]);
  });
});

describe('readMoment', () => {
  it('reads the name of a step and a time after it', () => {
    assert.deepEqual(readMoment('gps goes'), { step: 'gps goes', laterS: 0 });
    assert.deepEqual(readMoment('gps goes + 5 s'), { step: 'gps goes', laterS: 5 });
    assert.deepEqual(readMoment('start+1 min'), { step: 'start', laterS: 60 });
  });

  it('refuses what is neither', () => {
    for (const text of ['gps goes + 5', 'a + 1 s + 1 s', '+ 5 s', '7']) assert.ok('wrong' in readMoment(text), text);
  });
});
