import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amountText, Quantities } from './quantities.ts';

const metric = (locale = 'en-GB') => new Quantities({ locale, length: 'm', speed: 'm/s' });
const aviation = new Quantities({ locale: 'en-GB', length: 'ft', speed: 'kn' });
const road = new Quantities({ locale: 'en-GB', length: 'm', speed: 'km/h' });

describe('quantities', () => {
  it('are shown in metres and m/s, in feet and knots, or in km/h', () => {
    assert.deepEqual(
      [metric(), aviation, road].map((one) => [
        one.lengthText(30.48),
        one.roundText(45),
        one.speedText(10),
        amountText(one.climb(-1.23)),
        amountText(one.climb(0.5)),
        one.distanceText(1250),
        one.distanceText(34.21),
      ]),
      [
        ['30.5 m', '45 m', '10.0 m/s', '−1.2 m/s', '+0.5 m/s', '1.25 km', '34.2 m'],
        ['100 ft', '148 ft', '19 kn', '−240 ft/min', '+100 ft/min', '4,101 ft', '112 ft'],
        ['30.5 m', '45 m', '36 km/h', '−1.2 m/s', '+0.5 m/s', '1.25 km', '34.2 m'],
      ],
    );
    assert.equal(amountText(metric().climb(-0.01)), '0.0 m/s');
  });

  it('that are compared with something entered keep the metres in which it is entered', () => {
    assert.equal(metric().enteredText(30), '30 m');
    assert.equal(aviation.enteredText(30), '98 ft (30 m)');
    assert.deepEqual([metric().entered(12.19), aviation.entered(12.19)], ['12.2', '40']);
  });

  it('of the station keep their unit, but for lengths and speeds', () => {
    assert.deepEqual(aviation.ofUnit(3.456, 'V'), { text: '3.46', unit: 'V' });
    assert.deepEqual(aviation.ofUnit(12, 'm/s'), { text: '23', unit: 'kn' });
  });

  it('have the decimal sign and the grouping of their locale', () => {
    const written = (locale: string) => metric(locale).number(12_345.5, 1).replaceAll(/\s/g, ' ').replace("'", '’');
    assert.deepEqual(['en-GB', 'de-DE', 'de-CH', 'fr-FR', 'it-IT', 'it-CH'].map(written), [
      '12,345.5',
      '12.345,5',
      '12’345.5',
      '12 345,5',
      '12.345,5',
      '12’345.5',
    ]);
  });
});
