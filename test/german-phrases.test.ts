import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { HAZARD_REACTIONS } from '@kitestring/station-core/flight/hazards.ts';

const source = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', 'packages', ...path), 'utf8');

describe('a reason of the station', () => {
  it('has its German', () => {
    const faults = Object.values(HAZARD_REACTIONS).map(({ fault }) => fault);
    const safety = source('station', 'core', 'src', 'flight', 'safety.ts');
    const reasons = [...safety.matchAll(/when\(.*, '([^']+)'\)/g)].map(([, reason = '']) => reason);
    assert.ok(reasons.length >= 9, `${reasons.length} reasons were found in the source`);
    const phrases = source('console', 'page', 'src', 'words', 'de', 'station.ts');
    assert.deepEqual(
      [...faults, ...reasons].filter((reason) => !phrases.includes(`'${reason}':`)),
      [],
    );
  });
});
