import type { OnBug } from '@kitestring/station/containment.ts';

/**
 * Safety: the last net. What nobody caught (a listener of a socket, a rejected promise) costs what it was doing, not the
 * flight: a process that ends takes the control of a Kite in the air with it. Until it is disposed of.
 */
export function containUncaught(onBug: OnBug): Disposable {
  // Rejections of promises come here too, unless somebody listens to them alone.
  const contain = (bug: unknown) => onBug(bug, 'process');
  process.on('uncaughtException', contain);
  return { [Symbol.dispose]: () => void process.off('uncaughtException', contain) };
}
