import type {
  ControllingClient,
  HandoffState,
  RequestingClient,
} from '@kitestring/station-contract/handoff/handoff-state.ts';

/** Handoff state, with numbered sessions and plugin names. @param sessionOf number of a session id */
export function loggedHandoff(
  { controlling_client: holder, requesting_clients: queue }: HandoffState,
  session: (id: string) => string,
): HandoffState {
  return {
    controlling_client: holder === null ? null : withoutIds(holder, session),
    requesting_clients: queue.map((client) => withoutIds(client, session)),
  };
}

type HandoffClient = ControllingClient | RequestingClient;

function withoutIds<C extends HandoffClient>(client: C, sessionOf: (id: string) => string): C {
  const { plugin_id: _, ...rest } = client;
  return { ...rest, session_id: sessionOf(client.session_id) } as C;
}
