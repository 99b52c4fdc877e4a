import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseCondition } from '@kitestring/lab-scenario/condition/parse-condition.ts';
import { problemText } from '@kitestring/lab-scenario/file/problem.ts';
import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { resultLines } from '@kitestring/lab-scenario/report/failure-lines.ts';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import { parse } from 'yaml';
import { InProcessStation } from '../../src/scenarios/in-process-station.ts';

const readPage = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../../../../../docs/integrator/${name}.md`), 'utf8');
const written = readPage('write-scenarios');
const page = readPage('scenarios') + written;
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block as string);

describe('the pages about scenarios', () => {
  it('its first scenario comes true, as it is written', async ({ signal }) => {
    const text = blocks('yaml').find((block) => block.startsWith('title:')) ?? '';
    const read = readScenario('docs', text);
    assert.ok(read.ok, read.ok ? '' : read.problems.map(problemText).join('\n'));
    const result = await runScenario(read.scenario, InProcessStation.open, { signal });
    assert.equal(result.outcome, 'passed', resultLines(result).join('\n'));
  });

  it('its conditions can be read', () => {
    const [, section = ''] = /^## Conditions\n([\s\S]*)/m.exec(written) ?? [];
    const quoted = [...section.matchAll(/`([^`]+)`/g)].map(([, text]) => text as string);
    const conditions = quoted.filter((text) => !['and', 'or', 'not', 'truth.'].includes(text));
    assert.ok(conditions.length >= 10);
    for (const text of conditions) assert.ok(parseCondition(text).ok, text);
  });

  it('its workflow is YAML', () => {
    for (const block of blocks('yaml')) assert.ok(parse(block));
  });
});
