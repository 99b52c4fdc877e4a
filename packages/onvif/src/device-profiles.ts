import type { OnvifStation } from './onvif-station.ts';

type StationFacts = Pick<OnvifStation, 'identity' | 'metadata' | 'hasMulticast' | 'hasRtsp'>;

/** Parts of the device that not every station has. */
const PARTS = {
  /** Restart, settings of the network, clock, encoder and picture: with a real aircraft they are refused. */
  settings: ({ identity }) => identity.isSimulated,
  /** Without TLS: the addresses that ONVIF gives have none. */
  rtsp: ({ hasRtsp }) => hasRtsp,
  multicast: ({ hasMulticast }) => hasMulticast,
  /** Motion, darkness and analytics follow from the objects in the pictures. */
  objects: ({ metadata }) => metadata.hasObjects,
} as const satisfies Readonly<Record<string, (station: StationFacts) => boolean>>;

/** Profiles of ONVIF by the last part of their scope, with the parts that each demands beside what every station has. */
const PROFILES: Readonly<Record<string, readonly (keyof typeof PARTS)[]>> = {
  T: ['settings', 'rtsp', 'multicast', 'objects'],
  M: ['settings', 'rtsp', 'objects'],
  S: ['settings', 'rtsp'],
};

/** Scopes of the profiles whose mandatory features this station has: clients act on them. */
export const profileScopes = (station: StationFacts): readonly string[] =>
  Object.entries(PROFILES)
    .filter(([, parts]) => parts.every((part) => PARTS[part](station)))
    .map(([profile]) => `onvif://www.onvif.org/Profile/${profile}`);
