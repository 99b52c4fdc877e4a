import type { ApiDescription } from '../document/api-document.ts';
import { ErrorReply } from '../error-reply.ts';
import { REPLAY_BASE, REPLAY_OPERATIONS } from './operations.ts';

const DESCRIPTION = `Controls of a replay (\`kitestring replay\`): a recording of a station, served by the published API. They exist only there.

Reading needs the scope \`read\`, a change one of \`control\`, \`experimental\` and \`internal\`. Commands of the published API are refused with
\`REPLAY_READ_ONLY\`, and what the recording does not contain with \`NOT_IN_RECORDING\`.`;

const CHAPTERS = [{ name: 'replay', description: 'Time and pace of the replay.' }] as const;

/** The controls of a replay, their document and their reference. */
export const REPLAY_API: ApiDescription = {
  base: REPLAY_BASE,
  version: '1.0.0',
  title: 'Kitestring replay controls',
  description: DESCRIPTION,
  operations: REPLAY_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: () => 'replay',
  schemas: [ErrorReply],
};
