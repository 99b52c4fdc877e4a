import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { THEMES } from '@kitestring/console-ui/appearance.ts';

const TOKENS = readFileSync(fileURLToPath(import.meta.resolve('@kitestring/console-ui/styles/tokens.css')), 'utf8');

/** Colours of a theme by their names, as six hexadecimal digits. */
function themeColours(theme: string): ReadonlyMap<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]+)\\}`).exec(TOKENS)?.[1] ?? assert.fail(theme);
  return new Map([...block.matchAll(/--([\w-]+): #([\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]));
}

/** Relative luminance, after WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const ON_GROUNDS = ['text', 'quiet', 'accent', 'good', 'warn', 'bad'].flatMap((name) =>
  ['ground', 'raised', 'raised-2'].map((ground) => [name, ground] as const),
);
const PAIRS = [
  ...ON_GROUNDS,
  ...['accent', 'good', 'warn', 'bad'].map((name) => [name, `${name}-ground`] as const),
  ['text', 'accent-ground'],
  ['text', 'bad-ground'],
  ['on-accent', 'accent'],
  ['on-danger', 'danger-fill'],
] as const;

describe('the contrast of text', () => {
  for (const theme of THEMES) {
    const least = theme === 'contrast' ? 7 : 4.5;
    it(`is at least ${least} to 1 in the theme ${theme}`, () => {
      const colours = themeColours(theme);
      const low = PAIRS.flatMap(([name, ground]) => {
        const [one, other] = [colours.get(name), colours.get(ground)];
        if (one === undefined || other === undefined) return [`${name} on ${ground}: not there`];
        const ratio = contrast(one, other);
        return ratio < least ? [`${name} on ${ground}: ${ratio.toFixed(2)}`] : [];
      });
      assert.deepEqual(low, []);
    });
  }

  it('of the red theme comes from red alone', () => {
    for (const [name, hex] of themeColours('night')) assert.match(hex, /^[\da-f]{2}0000$/, name);
  });
});
