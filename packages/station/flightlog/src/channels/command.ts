import type { JsonSchema } from '../encode/rounded-json.ts';

/** A command and its result. */
export interface LoggedCommand {
  /** Id of the operation: `flight.control.altitude`. */
  readonly operation: string;
  readonly plugin_name: string;
  /** `session-1` is the first session that the station has seen: real ids are private and differ between runs. */
  readonly session: string;
  readonly session_name?: string;
  /** As sent; absent when there was none or it was invalid. */
  readonly body?: unknown;
  /** HTTP status of the response. */
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
