import { readFleetAudit } from '@kitestring/hub-contract/fleet/operations.ts';
import { watchThroughHub } from '@kitestring/hub-contract/fleet/relayed-video.ts';
import type { FleetSession } from '@kitestring/hub-contract/fleet/session.ts';
import { hasScope, mayCall } from '../session/rights.ts';
import { SECTIONS, type Section } from './route.ts';

const IS_FOR: Readonly<Record<Section, (session: FleetSession) => boolean>> = {
  stations: () => true,
  map: () => true,
  wall: (session) => mayCall(session, watchThroughHub),
  alarms: (session) => hasScope(session, 'read'),
  timeline: (session) => hasScope(session, 'read'),
  administration: (session) => mayCall(session, readFleetAudit),
  more: (session) => sectionsBehindMore(session).length > 0,
};

/** The sections that these roles may use. */
export const sections = (session: FleetSession): readonly Section[] =>
  SECTIONS.filter((section) => IS_FOR[section](session));

/** So many have room with their names in the bar of a phone, held upright. */
const NAMED = 5;

/** The sections that this bar leaves out; the alarms, which are counted, are never among them. */
export function sectionsBehindMore(session: FleetSession): readonly Section[] {
  const names = SECTIONS.filter((section) => section !== 'more' && IS_FOR[section](session));
  return names.length > NAMED ? names.slice(NAMED - 1) : [];
}
