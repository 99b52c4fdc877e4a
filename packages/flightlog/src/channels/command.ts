import type { JsonSchema } from '../encode/rounded-json.ts';

/** A command that somebody gave and what became of it. */
export interface Command {
  /** Id of the operation: `flight.control.altitude`. */
  readonly operation: string;
  readonly plugin_name: string;
  /** `session-1` is the first session that the station has met: real ids are nobody’s business and differ from run to run. */
  readonly session: string;
  readonly session_name?: string;
  /** As it was sent; absent when there was none, or when it was no valid input. */
  readonly body?: unknown;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly error_code?: string;
  readonly message?: string;
}

export const COMMAND_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A command that somebody gave, with its outcome.',
  properties: {
    operation: { type: 'string', description: 'Id of the operation' },
    plugin_name: { type: 'string', description: 'Plugin of the client' },
    session: { type: 'string', description: 'Sessions are counted from the start of the station' },
    session_name: { type: 'string', description: 'Name that the client gave its token' },
    body: { type: 'object', description: 'As it was sent' },
    status: { type: 'integer', description: 'HTTP status of the answer' },
    error_code: { type: 'string', description: 'Why it was refused' },
    message: { type: 'string', description: 'Why it was refused, in words' },
  },
};
