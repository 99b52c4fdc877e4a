import type { WireFaultState } from '@kitestring/contract/sim/wire-fault.ts';

/** A fault in one line, as `wire-fault add` and `wire-fault remove` report it. */
export const faultText = (fault: WireFaultState): string =>
  `${fault.id}: ${fault.type} ${selectionText(fault)}, ${fault.status}, hits ${fault.hits} of ${fault.met}`;

/** The requests that a fault meets, and its parameters. */
export function selectionText({ operation, client, probability, count, parameters }: WireFaultState): string {
  return [
    operation ?? 'all operations',
    `of ${client ?? 'all clients'}`,
    ...(probability < 1 ? [`probability ${probability}`] : []),
    ...(count === undefined ? [] : [`at most ${count}`]),
    ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`),
  ].join(' ');
}
