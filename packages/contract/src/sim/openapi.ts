import { type ApiDescription, apiDocument } from '../document/api-document.ts';
import type { JsonObject } from '../document/components.ts';
import { ErrorReply } from '../error-reply.ts';
import { API_BASE, type Operation } from '../operation.ts';
import { SIM_API_VERSION, SIM_BASE, SIM_OPERATIONS } from './operations.ts';

const DESCRIPTION = `Controls of the simulated world: for tests of integrations, in CI and at a desk. They are only there while the aircraft is
simulated, and are no part of the published API: what they do may change.

**First steps.** Ask for a token that has the scope \`experimental\` or \`internal\` at \`/api/v1/auth/token/request\`; the plugin of the
first start has both. Then bring on a gust, take the GPS away, or let an hour pass at once.

**Time.** All times are station time, which is the simulation's. Pause the clock and advance it yourself to have every run the same.

**No race.** A change that was answered 2xx is in the next step of the simulation, so every later read shows it.

**No limits.** Requests with a valid token are not counted: a test may go as fast as it can. During an advance the API is served as always.`;

const CHAPTERS = [
  { name: 'world', description: 'What is really so in the simulated world.' },
  { name: 'faults', description: 'What can go wrong, and making it go wrong. The types are in /docs/faults.' },
  { name: 'hands', description: 'Weather, payload, and what hands can press, pull and switch.' },
  { name: 'clock', description: 'How station time passes.' },
  { name: 'scenarios', description: 'Flights that are flown, broken and judged by themselves, on this station.' },
] as const;

const CHAPTER_BY_PATH: Readonly<Record<string, (typeof CHAPTERS)[number]['name']>> = {
  truth: 'world',
  tether: 'world',
  faults: 'faults',
  clock: 'clock',
  scenarios: 'scenarios',
};

/** The controls of the simulator, their document and their reference. */
export const SIM_API: ApiDescription = {
  title: 'Kitestring simulator controls',
  description: DESCRIPTION,
  operations: SIM_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: ({ path }: Operation) => CHAPTER_BY_PATH[path.split('/')[1] ?? ''] ?? 'hands',
  schemas: [ErrorReply],
};

/** The OpenAPI 3.1 document of the controls. @param root URL of the station; relative to the document when absent */
export const simOpenApiDocument = (root = ''): JsonObject =>
  apiDocument(SIM_API, {
    version: SIM_API_VERSION,
    serverUrl: `${root}${SIM_BASE}`,
    tokenServerUrl: `${root}${API_BASE}`,
  });
