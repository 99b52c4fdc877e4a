import { writeSync } from 'node:fs';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { FleetJournal } from '../../src/journal/fleet-journal.ts';

/**
 * The process that kill.test.ts kills: it records, seals, confirms and prunes continuously, and reports each finished
 * step on its standard output. Arguments: the file and the number of the run.
 */
const [file = '', run = ''] = process.argv.slice(2);
const key = Nkey.make('user');

// Synchronous: a printed line was finished before, and a line cut off by the kill does not count.
const say = (line: string) => writeSync(1, `${line}\n`);

say('opening');
const journal = new FleetJournal({
  file,
  sid: 'sabcdefghijkl',
  maxBytes: 20_000,
  keepMs: 0,
  sign: (text) => key.sign(Buffer.from(text)).toString('base64url'),
  newEpoch: () => 'epochabcdefg',
  onPutAside: () => say('damaged'),
});

for (let index = 0; ; index += 1) {
  const times = { stationMs: index, realMs: index };
  const code = Number(run) * 10_000 + index;
  journal.append([
    { ...times, kind: 'state', data: { phase: 'Flying', alt: index } },
    {
      ...times,
      kind: 'notification.begin',
      data: { code, severity: 'Info', began: index, message: `${run} ${index}` },
    },
  ]);
  say(`${journal.head} ${code}`);
  if (index % 3 === 0) journal.seal(7);
  if (index % 20 === 0) journal.takeCursor({ v: 1, epoch: journal.epoch, have: journal.sealed }, index);
  if (index % 7 === 0) journal.prune(index);
}
