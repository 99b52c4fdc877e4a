import type { Scenario } from '../scenario.ts';

/**
 * Whether a scenario says itself who is in control when. Then control must be free when it begins, as on a station of its
 * own; otherwise its only pilot takes it, because on a running station others could command, too.
 */
export function managesControl({ steps, parts }: Pick<Scenario, 'steps' | 'parts'>): boolean {
  const commands = steps.flatMap(({ action }) => (action?.kind === 'command' ? [action] : []));
  const isAsked = commands.some(({ operation }) => operation.startsWith('handoff.'));
  const pilots = new Set(commands.map(({ client }) => client));
  return isAsked || parts.has('handoff') || pilots.size > 1;
}
