import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { NPX, whyNoCurl } from './support/page-examples.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/integrator/tutorial-robust-client.md'), 'utf8');

interface Block {
  readonly kind: 'file' | 'function' | 'commands';
  readonly text: string;
}

const KINDS: Readonly<Record<string, Block['kind']>> = { 'js patrol.mjs': 'file', js: 'function', sh: 'commands' };
const BLOCKS: readonly Block[] = [...PAGE.matchAll(/^```(\w[^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(
  ([, label = '', text = '']) => {
    const kind = KINDS[label];
    return kind === undefined ? [] : [{ kind, text }];
  },
);

/** The source with this function in the place of the one of its name. */
function withFunction(source: string, text: string): string {
  const head = /^async function \w+\(/.exec(text)?.[0] ?? assert.fail(text);
  const begin = source.indexOf(head);
  const end = source.indexOf('\n}\n', begin) + 3;
  assert.ok(begin > 0 && end > begin, head);
  return source.slice(0, begin) + text + source.slice(end);
}

describe('the tutorial about a robust client', { skip: whyNoCurl() }, () => {
  let station: StationProcess;
  let patrolKey: string;
  before(async () => {
    // Few commands, so that a client on a busy machine reaches the limit as well: seven during the four seconds of a take-off.
    const limits = { KITESTRING_LIMITS_COMMANDS_PER_S: '1', KITESTRING_LIMITS_COMMANDS_BURST: '2' };
    station = await StationProcess.start({ flags: ['--sim-speed', '10'], env: limits });
    await using admin = new KitestringClient({
      url: station.url,
      key: TEST_API_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    patrolKey = (await admin.admin.addPlugin({ name: 'patrol', scopes: ['read', 'control'] })).key;
  });
  after(() => station[Symbol.asyncDispose]());

  it('finds each of three mistakes, and none when they are repaired', async () => {
    const [setup, ...blocks] = BLOCKS;
    const prepare = (setup?.text ?? '')
      .replace(/(KITESTRING_URL)=.*/, `$1=${station.url}`)
      .replace(/(KITESTRING_API_KEY)=.*/, `$1=${TEST_API_KEY}`)
      .replace(/(PATROL_KEY)=.*/, `$1=${patrolKey}`);
    const file = join(station.folder, 'patrol.mjs');
    const outputs: string[] = [];
    let source = '';
    for (const { kind, text } of blocks) {
      if (kind === 'file') source = text;
      else if (kind === 'function') source = withFunction(source, text);
      else {
        writeFileSync(file, source);
        const script = `${NPX}\nnode() { '${process.execPath}' "$@" 2>&1; }\n${prepare}${text}`;
        outputs.push((await promisify(execFile)('sh', ['-eu', '-c', script], { cwd: station.folder })).stdout);
      }
    }
    // The most frequent is shown first, which depends on the machine.
    const findings = outputs.map((output) =>
      [...output.matchAll(/✘ ([a-z]+-[a-z0-9-]+) {2}/g)].map(([, name]) => name).toSorted(),
    );
    const [loop = '', token = '', close = '', robust = ''] = outputs;
    assert.deepEqual(findings, [
      ['early-after-429', 'repeated-409'],
      ['no-reconnect-after-close', 'no-token-after-401'],
      ['no-reconnect-after-close'],
      [],
    ]);
    assert.match(loop, /patrol done\n.*exit status 1\n$/s);
    assert.match(token, /Error: altitude: 401.*exit status 1\n.*exit status 1\n/s);
    assert.match(close, /patrol done\n.*flight\/state after close 1011, 1 x.*exit status 1\n$/s);
    assert.match(robust, /no height: the connection was lost\n.*patrol done\n/s);
    assert.match(robust, /wire faults +3 of 11.*✔ repeated-409: none.*✔ no-reconnect-after-close: none\n$/s);
  });
});
