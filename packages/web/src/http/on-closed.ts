import type { ServerResponse } from 'node:http';

/** Calls back once when a response is complete or its client has disconnected; at once if that has happened already. */
export function onClosed(response: Pick<ServerResponse, 'closed' | 'once'>, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}
