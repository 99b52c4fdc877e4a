import type { FleetSession } from '@kitestring/hub-contract/fleet/session.ts';
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { AlarmsState, HubAlarms } from './alarms/hub-alarms.ts';
import type { HubSession } from './session/hub-session.ts';
import { hasScope } from './session/rights.ts';
import type { FleetState, LiveStations } from './stations/live-stations.ts';

interface FleetContextValue {
  readonly session: HubSession;
  readonly signedIn: FleetSession;
  readonly stations: LiveStations;
  readonly alarms: HubAlarms;
}

const FleetContext = createContext<FleetContextValue | undefined>(undefined);

interface FleetProviderProps extends FleetContextValue {
  readonly children: ReactNode;
}

/** Provides the session and the data of the fleet to the parts of the page. */
export function FleetProvider({ alarms, children, session, signedIn, stations }: FleetProviderProps) {
  const value = useMemo(() => ({ session, signedIn, stations, alarms }), [session, signedIn, stations, alarms]);
  return <FleetContext value={value}>{children}</FleetContext>;
}

export function useHub(): FleetContextValue {
  const value = useContext(FleetContext);
  if (value === undefined) throw new Error('useHub is used outside of FleetProvider');
  return value;
}

/** All stations in their current state. */
export function useFleet(): FleetState {
  const { stations } = useHub();
  return useSyncExternalStore(stations.subscribe, stations.snapshot);
}

/** The alarms of all stations. */
export function useAlarms(): AlarmsState {
  const { alarms } = useHub();
  return useSyncExternalStore(alarms.subscribe, alarms.snapshot);
}

/** Whether the user has this scope in some role: `control` for commands and acknowledgements, `internal` for administration. */
export function useScope(scope: 'read' | 'control' | 'internal'): boolean {
  return hasScope(useHub().signedIn, scope);
}
