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
};

/** The sections that these roles may use. */
export const sections = (session: FleetSession): readonly Section[] =>
  SECTIONS.filter((section) => IS_FOR[section](session));
