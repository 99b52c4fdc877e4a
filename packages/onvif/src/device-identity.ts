import { createHash } from 'node:crypto';
import { profileScopes } from './device-profiles.ts';
import type { OnvifStation } from './onvif-station.ts';

type Identity = OnvifStation['identity'];
type DescribedStation = Parameters<typeof profileScopes>[0];

/** Clients know a camera by the address of its first interface: a locally administered one from its serial number. */
export function macAddress({ serial }: Identity): string {
  const digest = createHash('sha256').update(serial).digest();
  return ['02', ...[...digest.subarray(0, 5)].map((byte) => byte.toString(16).padStart(2, '0'))].join(':');
}

/** Scopes describe; those of profiles are promises. */
export const deviceScopes = (station: DescribedStation): readonly string[] => [
  ...profileScopes(station),
  'onvif://www.onvif.org/type/video_encoder',
  'onvif://www.onvif.org/type/ptz',
  `onvif://www.onvif.org/hardware/${encodeURIComponent(station.identity.model)}`,
  `onvif://www.onvif.org/name/${encodeURIComponent(station.identity.name)}`,
];

/** It never changes: it comes from the serial number. */
export function endpointReference({ serial }: Identity): string {
  const hex = createHash('sha256').update(`onvif ${serial}`).digest('hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${groups.join('-')}`;
}
