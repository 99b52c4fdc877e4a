import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { useEffect, useState } from 'react';

interface KeptLanding {
  readonly isKept: boolean;
  readonly keep: () => void;
  readonly withdraw: () => void;
}

/**
 * A landing that is ordered while the station hears nothing of the Kite, and so takes no command: it is sent with the first data of a Kite that
 * flies. On the ground, or in a landing of its own, there is nothing left to order.
 */
export function useKeptLanding(state: FlightStateName | undefined, land: () => void): KeptLanding {
  const [isKept, setIsKept] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, by what is newest
  useEffect(() => {
    if (!isKept || state === undefined || state === 'Unknown') return;
    setIsKept(false);
    if (state === 'Flying' || state === 'SafetyDescending') land();
  }, [isKept, state]);
  return { isKept, keep: () => setIsKept(true), withdraw: () => setIsKept(false) };
}
