import { FLEET_BASE } from '@kitestring/hub-contract/fleet/operations.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';

/** Refusal of a request for a path that does not exist. @param place path below the base of the fleet API */
export const nothingAt = (place: string) => refuse('NOT_FOUND.nothingThere', { path: `${FLEET_BASE}/${place}` });
