import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { DEFAULT_STATION_SETTINGS } from '../station-settings.ts';
import {
  certainDriftM,
  nextWindSafety,
  safeAltitudeM,
  WIND_NORMAL,
  type WindEvidence,
  type WindSafety,
} from './wind-safety.ts';

/** Evidence that says nothing of wind, at a height where everything counts. */
const CALM: WindEvidence = {
  altitudeM: 40,
  driftM: 0.3,
  tetherAngleDeg: 4,
  tetherTensionN: 10,
  thrustShare: 0.6,
  airframeTiltDeg: 3,
  uncommandedDescentMps: 0,
  windSpeedMps: 5,
};

/** Judges ten times per second. */
class Judge {
  safety: WindSafety = WIND_NORMAL;
  #nowUs = 1e15;

  lets(seconds: number, evidence: WindEvidence): this {
    for (let look = 0; look < Math.round(seconds * 10); look += 1) {
      this.#nowUs += US_PER_S / 10;
      this.safety = nextWindSafety(this.safety, evidence, this.#nowUs, DEFAULT_STATION_SETTINGS);
    }
    return this;
  }

  get level(): string {
    return this.safety.level;
  }
}

/** Time until a level is reached under lasting evidence, seconds; `never` within five minutes. */
function timeTo(level: string, evidence: WindEvidence): number | 'never' {
  const judge = new Judge();
  for (let look = 0; look < 3000; look += 1) {
    if (judge.lets(0.1, evidence).level === level) return Math.round(look) / 10;
  }
  return 'never';
}

describe('wind safety: what lasts for how long leads to which level', () => {
  /* Evidence beside calm; seconds until warn, reduce, land, safetyLanding. The Kite stays at its height all the time. */
  const table: [string, WindEvidence, (number | 'never')[]][] = [
    ['nothing', {}, ['never', 'never', 'never', 'never']],
    ['an angle of 15 deg', { tetherAngleDeg: 15 }, ['never', 'never', 'never', 'never']],
    ['an angle of 15.1 deg', { tetherAngleDeg: 15.1 }, [3, 'never', 'never', 'never']],
    ['an angle of 20.1 deg', { tetherAngleDeg: 20.1 }, [3, 5, 35, 'never']],
    [
      'an angle of 40 deg near the ground',
      { tetherAngleDeg: 40, altitudeM: 4.9 },
      ['never', 'never', 'never', 'never'],
    ],
    ['a drift of 2 m', { driftM: 2 }, ['never', 'never', 'never', 'never']],
    ['a drift of 2.1 m', { driftM: 2.1 }, [3, 'never', 'never', 'never']],
    ['a drift of 2.6 m', { driftM: 2.6 }, [3, 5, 35, 'never']],
    ['a drift of 2.6 m at 10 m', { driftM: 2.6, altitudeM: 10 }, [3, 5, 5.1, 'never']],
    ['a wind of 12.1 m/s', { windSpeedMps: 12.1 }, [3, 'never', 'never', 'never']],
    ['a wind of 14.1 m/s', { windSpeedMps: 14.1 }, [3, 5, 35, 'never']],
    ['a thrust of 80 %', { thrustShare: 0.8 }, ['never', 'never', 'never', 'never']],
    ['a thrust of 81 %', { thrustShare: 0.81 }, [3, 'never', 'never', 'never']],
    ['a thrust of 93 %', { thrustShare: 0.93 }, ['never', 'never', 'never', 2]],
    ['a lean of 41 deg', { airframeTiltDeg: 41 }, ['never', 'never', 'never', 'never']],
    ['a lean of 42 deg', { airframeTiltDeg: 42 }, ['never', 'never', 'never', 2]],
    ['sinking by 0.5 m/s', { uncommandedDescentMps: 0.5 }, ['never', 'never', 'never', 'never']],
    ['sinking by 0.6 m/s', { uncommandedDescentMps: 0.6 }, ['never', 'never', 'never', 1]],
  ];
  const levels = ['warn', 'reduce', 'land', 'safetyLanding'];
  for (const [name, evidence, expected] of table) {
    it(`${name}: ${levels.map((level, index) => `${level} ${expected[index]}`).join(', ')}`, () => {
      assert.deepEqual(
        levels.map((level) => timeTo(level, { ...CALM, ...evidence })),
        expected,
      );
    });
  }

  it('judges by what there is: each value alone is enough, and nothing is no reason', () => {
    assert.equal(timeTo('warn', {}), 'never');
    assert.equal(timeTo('reduce', { windSpeedMps: 15 }), 5);
    assert.equal(timeTo('reduce', { tetherAngleDeg: 25 }), 5);
    assert.equal(timeTo('reduce', { driftM: 3 }), 5);
    assert.equal(timeTo('safetyLanding', { thrustShare: 0.95 }), 2);
  });

  it('a sign that breaks off begins to count anew', () => {
    const judge = new Judge();
    for (let times = 0; times < 10; times += 1) judge.lets(2.9, { ...CALM, driftM: 2.2 }).lets(0.1, CALM);
    assert.equal(judge.level, 'normal');
  });
});

describe('wind safety: the way back', () => {
  const to = {
    warn: () => new Judge().lets(4, { ...CALM, driftM: 2.2 }),
    reduce: () => new Judge().lets(6, { ...CALM, driftM: 2.6 }),
    land: () => new Judge().lets(45, { ...CALM, driftM: 2.6 }),
    safetyLanding: () => new Judge().lets(4, { ...CALM, airframeTiltDeg: 42 }),
  };
  for (const [level, expected] of Object.entries({
    warn: 'normal',
    reduce: 'normal',
    land: 'normal',
    safetyLanding: 'safetyLanding',
  })) {
    it(`from ${level} a minute of calm leads to ${expected}, and less does not`, () => {
      const judge = to[level as keyof typeof to]();
      assert.equal(judge.level, level);
      assert.equal(judge.lets(60, CALM).level, level);
      assert.equal(judge.lets(0.1, CALM).level, expected);
    });
  }

  const calmEnough: [string, WindEvidence, boolean][] = [
    ['70 % of the angle', { tetherAngleDeg: 14 }, true],
    ['more than 70 % of the angle', { tetherAngleDeg: 14.1 }, false],
    ['70 % of the drift', { driftM: 1.75 }, true],
    ['more than 70 % of the drift', { driftM: 1.76 }, false],
    ['70 % of the force of the wind', { windSpeedMps: 11.7 }, true],
    ['more than 70 % of the force of the wind', { windSpeedMps: 11.8 }, false],
    ['much thrust', { thrustShare: 0.81 }, false],
  ];
  for (const [name, evidence, isCalm] of calmEnough) {
    it(`${name} is ${isCalm ? '' : 'not '}calm`, () => {
      assert.equal(to.reduce().lets(70, { ...CALM, ...evidence }).level, isCalm ? 'normal' : 'reduce');
    });
  }

  it('calm that breaks off begins to count anew', () => {
    const judge = to
      .reduce()
      .lets(50, CALM)
      .lets(0.2, { ...CALM, driftM: 1.8 })
      .lets(50, CALM);
    assert.equal(judge.level, 'reduce');
  });
});

describe('wind safety: the ceiling', () => {
  const ceilingAfter = (evidence: WindEvidence) =>
    new Judge().lets(6, { ...CALM, driftM: 2.6, ...evidence }).safety.ceilingM;

  it('is at least 5 m lower, and no higher than what is safe in this wind', () => {
    assert.equal(ceilingAfter({ altitudeM: 30, windSpeedMps: 12 }), 25);
    assert.equal(ceilingAfter({ altitudeM: 44, windSpeedMps: 12 }), 35, 'safe are 35.98 m');
    assert.equal(ceilingAfter({ altitudeM: 44, windSpeedMps: 15 }), 23, 'safe are 23.03 m');
    assert.equal(ceilingAfter({ altitudeM: 44, windSpeedMps: 15, tetherTensionN: 15 }), 34, 'safe are 34.5 m');
  });

  it('is the lowest safe altitude where tension or wind are unknown, and never lower', () => {
    assert.equal(ceilingAfter({ altitudeM: 44, tetherTensionN: undefined }), 10);
    assert.equal(ceilingAfter({ altitudeM: 44, windSpeedMps: undefined }), 10);
    assert.equal(ceilingAfter({ altitudeM: 12 }), 10);
    assert.equal(ceilingAfter({ altitudeM: undefined }), 10);
  });

  it('goes down once more when the Kite is there and outside the limits anew', () => {
    const judge = new Judge().lets(6, { ...CALM, driftM: 2.6 });
    assert.equal(judge.safety.ceilingM, 35);
    judge.lets(20, { ...CALM, altitudeM: 35 }).lets(6, { ...CALM, altitudeM: 35, driftM: 2.6 });
    assert.equal(judge.level, 'reduce');
    assert.equal(judge.safety.ceilingM, 30);
    assert.equal(judge.lets(30, { ...CALM, altitudeM: 33, driftM: 2.6 }).level, 'land');
  });

  it('is there until the wind is normal', () => {
    const judge = new Judge().lets(45, { ...CALM, driftM: 2.6 });
    assert.equal(judge.level, 'land');
    assert.equal(judge.safety.ceilingM, 35);
    assert.equal(judge.lets(61, CALM).safety.ceilingM, undefined);
  });

  it('has the published figures of a leaning tether', () => {
    const safe = (tetherTensionN: number, windSpeedMps: number) =>
      safeAltitudeM({ tetherTensionN, windSpeedMps }, DEFAULT_STATION_SETTINGS.wind)?.toFixed(1);
    assert.deepEqual([safe(10, 12), safe(10, 15), safe(15, 15)], ['36.0', '23.0', '34.5']);
  });
});

describe('the drift that counts', () => {
  it('is what is left of it without twice the error of its measurement, and all of it where that is small', () => {
    assert.equal(certainDriftM({ driftM: 2.6 }), 2.6);
    assert.equal(certainDriftM({ driftM: 2, driftAccuracyM: 1 }), 0);
    assert.equal(certainDriftM({ driftM: 5, driftAccuracyM: 1 }), 3);
    assert.equal(certainDriftM({ driftAccuracyM: 1 }), undefined);
  });

  it('is seen with the worst receiver: no error of more than 4 m is believed', () => {
    assert.equal(certainDriftM({ driftM: 7, driftAccuracyM: 50 }), 3);
  });
});
