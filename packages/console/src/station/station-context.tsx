import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { PageFacts } from './page-facts.ts';
import type { PageSession, SignedIn } from './page-session.ts';
import { StationLink } from './station-link.ts';

interface StationValue {
  readonly session: PageSession;
  readonly signedIn: SignedIn;
  readonly link: StationLink;
  readonly facts: PageFacts;
}

const StationContext = createContext<StationValue | undefined>(undefined);

/**
 * Gives the page below it the station. While the sign-in has ended, the last one stays, so that the page keeps what it
 * shows and what was typed into it.
 */
export function StationProvider(props: {
  readonly session: PageSession;
  readonly facts: PageFacts;
  readonly signedIn: SignedIn;
  readonly children: ReactNode;
}) {
  const { children, facts, session, signedIn } = props;
  const value = useMemo(() => {
    const link = new StationLink(signedIn.client, (error) => session.noticed(error, signedIn.client));
    return { session, signedIn, link, facts };
  }, [session, signedIn, facts]);
  useEffect(() => value.link.begin(), [value]);
  return <StationContext value={value}>{children}</StationContext>;
}

export function useStation(): StationValue {
  const value = useContext(StationContext);
  if (value === undefined) throw new Error('useStation is used outside of StationProvider');
  return value;
}

/** Scopes of commands, which a replay refuses whatever the token allows. */
const OF_COMMANDS: readonly string[] = ['control', 'can_override'];

/** Whether the token allows what `scope` stands for. */
export function useScope(scope: string): boolean {
  const { facts, signedIn } = useStation();
  return signedIn.scopes.includes(scope) && !(facts.isReplay && OF_COMMANDS.includes(scope));
}

/** True when the station has been silent for so long that all displayed data are stale. */
export const useIsStale = (): boolean => usePulse('isStale');

/** True when a hub says that the station is offline. */
export const useIsOffline = (): boolean => usePulse('isOffline');

/** True when what is shown comes late, because the link to the station is too slow. */
export const useIsSlow = (): boolean => usePulse('isSlow');

function usePulse(name: 'isStale' | 'isOffline' | 'isSlow'): boolean {
  const { pulse } = useStation().link;
  return useSyncExternalStore(pulse.subscribe, () => pulse[name]);
}

/** Seconds since the station was last heard, counted up while `isCounting`. */
export const useSilentS = (isCounting: boolean): number => usePulseS(isCounting, 'silentMs');

/** Seconds by which what is shown is late, looked at while `isCounting`. */
export const useLateS = (isCounting: boolean): number => usePulseS(isCounting, 'roundTripMs');

function usePulseS(isCounting: boolean, name: 'silentMs' | 'roundTripMs'): number {
  const { pulse } = useStation().link;
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isCounting) return;
    const count = () => setSeconds(Math.round(pulse[name] / 1000));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [isCounting, pulse, name]);
  return seconds;
}
