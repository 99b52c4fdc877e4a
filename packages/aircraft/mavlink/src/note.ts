import type { AircraftNote } from '@kitestring/station-core/ports';

export type { AircraftNote };

export type Tell = (severity: AircraftNote['severity'], text: string) => void;
