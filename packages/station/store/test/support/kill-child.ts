import { writeSync } from 'node:fs';
import { openStore } from '../../src/open-store.ts';

/**
 * The process that kill.test.ts kills: writes to the store continuously and reports acknowledged writes on its
 * standard output. Arguments: the data folder and the number of the run.
 */
const [folder = '', run = ''] = process.argv.slice(2);

// Synchronous: a printed line was durable before, and a line cut off by a kill was not promised.
const say = (line: string) => writeSync(1, `${line}\n`);

say('opening');
const store = openStore(folder, { lock: true, lockWaitMs: 0 });
say('open');

for (let index = 0; ; index += 1) {
  const id = `${run}-${index}`;
  const pluginId = `plugin-${id}`;
  store.plugins.put({
    id: pluginId,
    name: id,
    scopes: ['read'],
    enabled: true,
    epoch: 1,
    keyHash: id,
    createdAtUs: index,
  });
  say(`plugin ${pluginId}`);
  const times = { createdAtUs: index, validUntilUs: index + 1 };
  store.sessions.add({ id, pluginId, epoch: 1, scopes: ['read'], tokenHash: id, tokenHint: 'a', ...times });
  say(`session ${id}`);
  const occurrence = { code: Number(run), beginUs: index, parameters: { id } };
  store.notifications.put(occurrence);
  say(`begun ${id}`);
  store.notifications.put({ ...occurrence, endUs: index + 1 });
  say(`ended ${id}`);
  store.counters.set(`counter-${run}`, index);
  say(`counted ${index}`);
}
