import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
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

/** Provides the station to its children. After the end of the sign-in the last one stays, so that the page keeps its content and input. */
export function StationProvider(props: {
  readonly session: PageSession;
  readonly facts: PageFacts;
  readonly signedIn: SignedIn;
  readonly children: ReactNode;
}) {
  const { children, facts, session, signedIn } = props;
  const before = useRef<StationLink>(undefined);
  const value = useMemo(() => {
    const link = new StationLink(signedIn.client, (error) => session.noticed(error, signedIn.client), before.current);
    before.current = link;
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

/** Whether the token allows `scope`. */
export function useScope(scope: string): boolean {
  const { facts, signedIn } = useStation();
  return signedIn.scopes.includes(scope) && !(facts.isReplay && OF_COMMANDS.includes(scope));
}

/** True when the station has been silent for so long that all displayed data is stale, and when the sign-in has ended. */
export function useIsStale(): boolean {
  const isSilent = usePulse('isStale');
  return useEndedAtMs() !== undefined || isSilent;
}

/** When the sign-in ended, while the page behind it is still shown, milliseconds of `performance.now()`. */
function useEndedAtMs(): number | undefined {
  const { session } = useStation();
  return useSyncExternalStore(session.subscribe, () =>
    session.state.kind === 'ended' ? session.state.atMs : undefined,
  );
}

/** True when the station answers, but none of its messages arrive: something in between refuses the connection. */
const useIsDeaf = (): boolean => usePulse('isDeaf');

/** True when a hub says that the station is offline. */
const useIsOffline = (): boolean => usePulse('isOffline');

export type WhyStale = 'ended' | 'deaf' | 'offline' | 'silent';

/** The part that has failed, as named in the notice. */
export function useWhyStale(): WhyStale {
  const isEnded = useEndedAtMs() !== undefined;
  const isDeaf = useIsDeaf();
  const isOffline = useIsOffline();
  if (isEnded) return 'ended';
  return isDeaf ? 'deaf' : isOffline ? 'offline' : 'silent';
}

/** True when data is late because the link to the station is too slow. */
export const useIsSlow = (): boolean => usePulse('isSlow');

function usePulse(name: 'isStale' | 'isDeaf' | 'isOffline' | 'isSlow'): boolean {
  const { pulse } = useStation().link;
  return useSyncExternalStore(pulse.subscribe, () => pulse[name]);
}

/** Seconds since the last message of the station, or since the end of the sign-in, updated while `isCounting`. */
export function useSilentS(isCounting: boolean): number {
  const endedAtMs = useEndedAtMs();
  const { pulse } = useStation().link;
  return useCountedS(isCounting, () => (endedAtMs === undefined ? pulse.silentMs : performance.now() - endedAtMs));
}

/** Seconds by which data is late, updated while `isCounting`. */
export function useLateS(isCounting: boolean): number {
  const { pulse } = useStation().link;
  return useCountedS(isCounting, () => pulse.roundTripMs);
}

function useCountedS(isCounting: boolean, nowMs: () => number): number {
  const [seconds, setSeconds] = useState(0);
  const latest = useRef(nowMs);
  latest.current = nowMs;
  useEffect(() => {
    if (!isCounting) return;
    const count = () => setSeconds(Math.round(latest.current() / 1000));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [isCounting]);
  return seconds;
}
