import type { ApiDescription } from '../document/api-document.ts';
import { ErrorReply } from '../error-reply.ts';
import type { Operation } from '../operation.ts';
import { SIM_BASE, SIM_OPERATIONS } from './operations.ts';

const DESCRIPTION = `Controls of the simulated world, for tests of integrations in CI and at a workplace. They exist only while the aircraft is
simulated, and are not part of the published API: they may change.

**First steps.** Request a token with the scope \`experimental\` or \`internal\` at \`/api/v1/auth/token/request\`; the plugin of the
first start has both. Then inject a gust or a GPS loss, or advance the clock by an hour.

**Time.** All times are station time, the time of the simulation. Pause the clock and advance it by calls for reproducible runs.

**No race.** A change answered with 2xx takes effect in the next step of the simulation, so every later read shows it.

**No limits.** Requests with a valid token are not rate-limited: a test may run at full speed. During an advance the API is served as always.`;

const CHAPTERS = [
  { name: 'world', description: 'True state of the simulated world.' },
  {
    name: 'faults',
    description: 'Injection of faults of the aircraft, and between station and clients. The types are in /docs/faults.',
  },
  { name: 'journal', description: 'Requests of clients, and what they have exercised.' },
  {
    name: 'onvif',
    description: 'The ONVIF camera in the hands of a tester: bugs of real cameras, and what clients asked.',
  },
  { name: 'hands', description: 'Weather, payload and manual controls.' },
  { name: 'clock', description: 'Station time and its speed.' },
  { name: 'snapshots', description: 'The whole station, kept and continued from.' },
  { name: 'scenarios', description: 'Automatic flights with faults and expectations, run on this station.' },
] as const;

const CHAPTER_BY_PATH: Readonly<Record<string, (typeof CHAPTERS)[number]['name']>> = {
  truth: 'world',
  tether: 'world',
  faults: 'faults',
  'wire-faults': 'faults',
  journal: 'journal',
  onvif: 'onvif',
  clock: 'clock',
  snapshots: 'snapshots',
  scenarios: 'scenarios',
};

/** The controls of the simulator, their document and their reference. */
export const SIM_API: ApiDescription = {
  base: SIM_BASE,
  version: '1.0.0',
  title: 'Kitestring simulator controls',
  description: DESCRIPTION,
  operations: SIM_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: ({ path }: Operation) => CHAPTER_BY_PATH[path.split('/')[1] ?? ''] ?? 'hands',
  schemas: [ErrorReply],
};
