import type { Scenario } from '../scenario.ts';

/**
 * Whether a scenario commands handoffs itself. Then control must be free at its start, as on a dedicated station;
 * otherwise its only pilot takes control, because other clients could command on a shared station.
 */
export function managesControl({ steps, parts }: Pick<Scenario, 'steps' | 'parts'>): boolean {
  const commands = steps.flatMap(({ action }) => (action?.kind === 'command' ? [action] : []));
  const isAsked = commands.some(({ operation }) => operation.startsWith('handoff.'));
  const pilots = new Set(commands.map(({ client }) => client));
  return isAsked || parts.has('handoff') || pilots.size > 1;
}
