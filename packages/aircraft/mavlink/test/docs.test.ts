import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ARDUCOPTER_4_6, ARDUCOPTER_4_7 } from '../src/settings/arducopter-rules.ts';
import { PX4 } from '../src/settings/px4-rules.ts';
import type { SettingRule } from '../src/settings/setting-rule.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/reference/autopilot-parameters.md'), 'utf8');
const LIMITS = { ceilingM: 45, ourSystem: 255 };

/** Rows of the table whose head begins with this text. */
function rows(head: string): string[] {
  const lines = PAGE.split('\n');
  const begin = lines.findIndex((line) => line.startsWith(`| ${head}`)) + 2;
  const end = lines.findIndex((line, index) => index >= begin && !line.startsWith('|'));
  return lines.slice(begin, end);
}

const row = ({ name, wantedText, why }: SettingRule) => `| \`${name}\` | ${wantedText(LIMITS)} | ${why} |`;

describe('the page on parameters of an autopilot', () => {
  it('has the parameters that are checked, with the same wanted values', () => {
    const old = new Set(ARDUCOPTER_4_6.map(({ name }) => name));
    assert.deepEqual(rows('ArduCopter 4.6'), ARDUCOPTER_4_6.map(row));
    assert.deepEqual(rows('ArduCopter 4.7'), ARDUCOPTER_4_7.filter(({ name }) => !old.has(name)).map(row));
    assert.deepEqual(rows('PX4'), PX4.map(row));
  });
});
