import { type ApiDescription, apiDocument } from '../document/api-document.ts';
import type { JsonObject } from '../document/components.ts';
import { ErrorReply } from '../error-reply.ts';
import { API_BASE } from '../operation.ts';
import { REPLAY_API_VERSION, REPLAY_BASE, REPLAY_OPERATIONS } from './operations.ts';

const DESCRIPTION = `Controls of a replay (\`kitestring replay\`): a recording of a station, served by the published API. They exist only there.

Reading needs the scope \`read\`, a change one of \`control\`, \`experimental\` and \`internal\`. Commands of the published API are refused with
\`REPLAY_READ_ONLY\`, and what the recording does not contain with \`NOT_IN_RECORDING\`.`;

const CHAPTERS = [{ name: 'replay', description: 'Time and pace of the replay.' }] as const;

/** The controls of a replay, their document and their reference. */
export const REPLAY_API: ApiDescription = {
  title: 'Kitestring replay controls',
  description: DESCRIPTION,
  operations: REPLAY_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: () => 'replay',
  schemas: [ErrorReply],
};

/** The OpenAPI 3.1 document of the controls. @param root URL of the station; relative to the document when absent */
export const replayOpenApiDocument = (root = ''): JsonObject =>
  apiDocument(REPLAY_API, {
    version: REPLAY_API_VERSION,
    serverUrl: `${root}${REPLAY_BASE}`,
    tokenServerUrl: `${root}${API_BASE}`,
  });
