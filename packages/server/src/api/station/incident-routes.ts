import { endIncident, getIncident, setIncident } from '@kitestring/contract/station/incident-operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route } from '../../http/route.ts';

/** The incident that is flown for. */
export const incidentRoutes = ({ incident }: Pick<Station, 'incident'>): readonly Route[] => [
  route(getIncident, () => ok(incident.value === undefined ? {} : { incident: incident.value })),
  route(setIncident, ({ body, caller }) => incident.set(caller, body)),
  route(endIncident, () => incident.end()),
];
