import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { useEffect, useRef, useState } from 'react';
import { useNotifications } from '../notifications/use-notifications.ts';
import { useWords } from '../words/words-context.tsx';
import { faultsOf } from './flight-reasons.ts';

export interface BrokenOffTakeOff {
  /** That it was broken off, with what is wrong; gone with the next take-off. */
  readonly text: string | undefined;
  /** This page aborts: then it needs no telling. */
  readonly expectAbort: () => void;
}

/** Watches for a take-off that ends on the ground: a check has failed, which only the notifications explain. */
export function useBrokenOffTakeOff(state: FlightStateName | undefined): BrokenOffTakeOff {
  const words = useWords();
  const { active } = useNotifications();
  const [isBrokenOff, setIsBrokenOff] = useState(false);
  const before = useRef<FlightStateName>(undefined);
  const isExpected = useRef(false);
  useEffect(() => {
    const hasEnded = before.current === 'TakingOff' && state === 'StandBy';
    before.current = state;
    if (hasEnded) setIsBrokenOff(!isExpected.current);
    if (state !== 'TakingOff') return;
    isExpected.current = false;
    setIsBrokenOff(false);
  }, [state]);
  const text = isBrokenOff ? [words.flight.brokenOff, ...faultsOf(active)].join(' ') : undefined;
  const expectAbort = () => {
    isExpected.current = true;
  };
  return { text, expectAbort };
}
