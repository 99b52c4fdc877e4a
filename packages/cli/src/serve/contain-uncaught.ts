import type { OnBug } from '@kitestring/base/containment.ts';

/**
 * Safety: the last net, until it is disposed of. An uncaught error (a socket listener, a rejected promise) ends its
 * task and not the flight, nor the links of a fleet: the end of the process would take the control of a Kite in the air with it.
 */
export function containUncaught(onBug: OnBug): Disposable {
  // Rejected promises arrive here too, unless they have a listener of their own.
  const contain = (bug: unknown) => onBug(bug, 'process');
  process.on('uncaughtException', contain);
  return { [Symbol.dispose]: () => void process.off('uncaughtException', contain) };
}
