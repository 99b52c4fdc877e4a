import type { OperatorData } from '@kitestring/aircraft-mavlink';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Station } from '@kitestring/station-core/station.ts';

/** Data of the operator for Remote ID; undefined where no rule, no setting and no transmitter asks for it. */
export function operatorData(station: Station, settings: ServerSettings['remoteId'] = {}): OperatorData | undefined {
  const { aircraft, flight, handoff } = station;
  const isAsked = station.settings.regulatoryMode !== 'DISABLED' || settings.operatorId !== undefined;
  if (!isAsked && !aircraft.capabilities.remoteId) return undefined;
  const { elevationM, latDeg, lonDeg } = handoff.operator() ?? {};
  const isKnown = latDeg !== undefined && lonDeg !== undefined;
  return {
    ...settings,
    ...(isKnown && { position: { latDeg, lonDeg, ...(elevationM !== undefined && { elevationM }) } }),
    isEmergency: flight.phase.state === 'SafetyLanding',
  };
}
