import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { whyNoCurl } from './support/page-examples.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block as string);

describe('the README', () => {
  it('its example with curl takes off, as it is written', { skip: whyNoCurl() }, async () => {
    const example = blocks.find((block) => block.includes('TOKEN=$('));
    assert.ok(example !== undefined);
    // Slow, so that the take-off is still under way when it is read, however busy the machine.
    await using station = await StationProcess.start({ flags: ['--sim-speed', '0.1'] });
    const script = example.replace(/^KEY=.*$/m, `KEY=${TEST_API_KEY}`).replaceAll('http://127.0.0.1:3128', station.url);
    const output = execFileSync('sh', ['-eu', '-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    assert.match(output, /"flight_state":"TakingOff"/);
  });

  it('names flags that the command knows', () => {
    const help = execFileSync(
      process.execPath,
      [join(import.meta.dirname, '../bin/kitestring.mjs'), 'serve', '--help'],
      {
        encoding: 'utf8',
      },
    );
    const flags = [...readme.matchAll(/npm start -- ([^`\n]+)/g)].flatMap(([, line = '']) =>
      [...line.matchAll(/(--[a-z][a-z-]+)/g)].map(([, flag]) => flag as string),
    );
    assert.ok(flags.length > 3);
    for (const flag of flags) assert.ok(help.includes(flag), flag);
  });
});
