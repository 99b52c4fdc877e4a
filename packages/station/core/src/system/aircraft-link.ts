import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { AircraftLink } from '@kitestring/station-contract/station/aircraft-link.ts';
import type { AircraftLinkState } from '../ports/aircraft.ts';

/** The link as published. @param link undefined with a simulated aircraft */
export function shownAircraftLink(link: AircraftLinkState | undefined): AircraftLink {
  if (link === undefined) return {};
  const { address, autopilot, isHeard, lostShare, signing } = link;
  return {
    ...(address !== undefined && { address }),
    ...(autopilot !== undefined && { autopilot }),
    is_heard: isHeard,
    ...(lostShare !== undefined && { lost_percent: roundTo(lostShare * 100, 1) }),
    ...(signing !== undefined && { signing_sent: signing.sent, signing_received: signing.received }),
  };
}
