import type { FaultKindOf } from './fault-kind.ts';

/** Boot time of such a computer, seconds. Assumed. */
const REBOOT_S = 10;

export const groundStationReboot: FaultKindOf<'ground_station_reboot'> = {
  claims: () => ['computer of the Ground Station'],
  lengthS: () => REBOOT_S,
  lacking: ({ sideEffects }) =>
    sideEffects.reboot === undefined ? 'no computer of a Ground Station runs here that could restart' : undefined,
  begin: ({ sideEffects }) => {
    sideEffects.reboot?.(true);
    return { end: () => sideEffects.reboot?.(false) };
  },
};

export const streamLost: FaultKindOf<'stream_lost'> = {
  claims: () => ['video streams'],
  lacking: ({ sideEffects }) => (sideEffects.streamLost === undefined ? 'this station has no video' : undefined),
  begin: ({ sideEffects }, { stream_id }) => {
    sideEffects.streamLost?.(true, stream_id);
    return { end: () => sideEffects.streamLost?.(false, stream_id) };
  },
};

export const storageFull: FaultKindOf<'storage_full'> = {
  claims: () => ['space for recordings'],
  lacking: ({ sideEffects }) => (sideEffects.storageFull === undefined ? 'this station has no recorder' : undefined),
  begin: ({ sideEffects }) => {
    sideEffects.storageFull?.(true);
    return { end: () => sideEffects.storageFull?.(false) };
  },
};
