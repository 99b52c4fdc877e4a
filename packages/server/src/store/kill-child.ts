import { writeSync } from 'node:fs';
import { openStore } from './open-store.ts';

/**
 * The process that kill.test.ts kills: writes through the store without end and says on its standard output what has
 * been acknowledged. Arguments: the data folder and the number of the run.
 */
const [folder = '', run = ''] = process.argv.slice(2);

// Synchronously: a line that has left was durable before, and a line that a kill cuts off was not promised.
const say = (line: string) => writeSync(1, `${line}\n`);

say('opening');
const store = openStore(folder, { lock: true, lockWaitMs: 0 });
say('open');

for (let index = 0; ; index += 1) {
  const id = `${run}-${index}`;
  const pluginId = `plugin-${id}`;
  store.plugins.put({ id: pluginId, name: id, scopes: ['read'], enabled: true, keyHash: id, createdAtUs: index });
  say(`plugin ${pluginId}`);
  const times = { createdAtUs: index, validUntilUs: index + 1 };
  store.sessions.add({ id, pluginId, scopes: ['read'], tokenHash: id, tokenHint: 'a', ...times });
  say(`session ${id}`);
  const occurrence = { code: Number(run), beginUs: index, parameters: { id } };
  store.notifications.put(occurrence);
  say(`begun ${id}`);
  store.notifications.put({ ...occurrence, endUs: index + 1 });
  say(`ended ${id}`);
  store.counters.set(`counter-${run}`, index);
  say(`counted ${index}`);
}
