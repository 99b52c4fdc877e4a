import type { Instruments } from '@kitestring/station-contract/station/instruments.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';

const INSTRUMENTS: SharedReadingDefinition<Instruments> = {
  isOnlyLive: true,
  read: ({ station }) => station.getInstruments(),
  pauseMs: (link) => (link.topic('flight/state').snapshot().value?.flight_state === 'StandBy' ? 30_000 : 1000),
};

/** Attitude, time left and link, as the station reads them of the aircraft; undefined before the first answer. */
export const useInstruments = (): Instruments | undefined => {
  const { error, value } = useSharedReading(INSTRUMENTS);
  return error === undefined ? value : undefined;
};
