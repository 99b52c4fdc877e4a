import { networkInterfaces } from 'node:os';
import { SYSTEM_SUBNET, subnetOverlap } from '@kitestring/station-app/network/system-subnet.ts';
import { type Finding, fine, warn } from './finding.ts';

/** Checks for a network of this machine that overlaps with the one between Ground Station and Kite. */
export function checkNetwork(interfaces = networkInterfaces()): Finding {
  const overlap = subnetOverlap(interfaces);
  if (overlap === undefined) return fine('Network', `nothing in ${SYSTEM_SUBNET}, the system's own subnet`);
  const found = `${overlap.interface} has ${overlap.address}, in ${SYSTEM_SUBNET}, the system's own subnet`;
  return warn(
    'Network',
    found,
    'With a real aircraft in a NAT mode give the customer’s network another subnet, or use bridged mode.',
  );
}
