import type { RequestingClient } from './handoff-state.ts';

type NamedClient = Pick<RequestingClient, 'operator_name' | 'plugin_name' | 'session_id'>;

/** Display name of a client: its operator or, without one, its plugin. */
export const operatorName = ({ operator_name, plugin_name, session_id }: NamedClient): string =>
  operator_name || (plugin_name ?? session_id);

/** A client in a sentence: `M. Rossi (vms)`, or `vms` without an operator name; `M. Rossi` if that is its account. */
export function clientName(client: NamedClient): string {
  const { operator_name, plugin_name, session_id } = client;
  return operator_name === '' || operator_name === plugin_name
    ? operatorName(client)
    : `${operator_name} (${plugin_name ?? session_id})`;
}
