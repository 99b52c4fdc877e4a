import type { ControllingClient, HandoffState, RequestingClient } from '@kitestring/contract/handoff/handoff-state.ts';

/** Who is in control, with sessions counted and plugins by their names. @param sessionOf the count of a session id */
export function loggedHandoff(
  { controlling_client: holder, requesting_clients: queue }: HandoffState,
  sessionOf: (id: string) => string,
): HandoffState {
  return {
    controlling_client: holder === null ? null : withoutIds(holder, sessionOf),
    requesting_clients: queue.map((client) => withoutIds(client, sessionOf)),
  };
}

type Client = ControllingClient | RequestingClient;

function withoutIds<C extends Client>(client: C, sessionOf: (id: string) => string): C {
  const { plugin_id: _, ...rest } = client;
  return { ...rest, session_id: sessionOf(client.session_id) } as C;
}
