import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { BUNDLES, CURRENT } from '../../src/bundle/current-bundle.mjs';

/** A bundler that tries forbidden actions, for bundle.test.ts, and writes into its folder which of them succeeded. */
const [folder = ''] = process.argv.slice(2);
const attempts: Record<string, () => unknown> = {
  'name the bundle that is started': () => writeFileSync(CURRENT, '', { flag: 'a' }),
  'write another bundle': () => writeFileSync(join(BUNDLES, 'main.mjs'), ''),
  'write beside its folder': () => writeFileSync(`${folder}.mjs`, ''),
  'change its own source': () => writeFileSync(import.meta.filename, '', { flag: 'a' }),
  'read the passwords': () => readFileSync('/etc/passwd'),
  'start a program': () => {
    if (spawnSync(process.execPath, ['--version']).error !== undefined) throw new Error('refused');
  },
  'use the network': async () => {
    const [error] = await once(connect(1, '127.0.0.1'), 'error').catch((fault) => [fault]);
    if (error.code === 'ERR_ACCESS_DENIED') throw error;
  },
  'write into its folder': () => writeFileSync(join(folder, 'main.mjs'), ''),
};
const could: string[] = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    could.push(name);
  } catch {
    // Refused.
  }
}
writeFileSync(join(folder, 'could.json'), JSON.stringify(could));
