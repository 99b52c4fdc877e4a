import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const SOURCE = join(import.meta.dirname, '..');
const LEAST_PX = 12;
const REM_PX = 16;
/** Drawn in a square of two units that is 132 px wide: 0.24 of its units are 16 px. */
const DRAWN = 'camera/compass-rose.module.css';

describe('the letters of the page', () => {
  it('are nowhere smaller than 12 px', () => {
    const small = globSync('**/*.{css,ts,tsx}', { cwd: SOURCE })
      .filter((path) => path !== DRAWN && !path.endsWith('.test.ts'))
      .flatMap((path) => {
        const text = readFileSync(join(SOURCE, path), 'utf8');
        const sizes = [...text.matchAll(/(?:font(?:-size)?: (?:clamp\()?|')([\d.]+)(rem|px)\b(?! \/)/g)];
        return sizes
          .filter(([, size, unit]) => Number(size) * (unit === 'rem' ? REM_PX : 1) < LEAST_PX)
          .map(([found]) => `${path}: ${found}`)
          .filter((found) => found.includes('font') || found.endsWith('px'));
      });
    assert.deepEqual(small, []);
  });
});
