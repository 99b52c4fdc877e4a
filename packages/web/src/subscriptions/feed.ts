import type { Connection } from './connection.ts';

/** Source of a topic's messages. */
export interface Feed {
  /** Sends the current state, and then every change. Adding twice has no effect. */
  add(connection: Connection): void;
  remove(connection: Connection): void;
}
