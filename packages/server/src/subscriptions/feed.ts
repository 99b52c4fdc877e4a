import type { Connection } from './connection.ts';

/** Where the messages of one topic come from. */
export interface Feed {
  /** Sends what is known now, and from then on everything new. Adding twice changes nothing. */
  add(connection: Connection): void;
  remove(connection: Connection): void;
}
