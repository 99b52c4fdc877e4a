import type { Flags } from '../../command.ts';
import { STATION_FLAGS } from '../../station-flags.ts';

/** Flags of every command on faults between station and clients. */
export const WIRE_FAULT_FLAGS: Flags = { ...STATION_FLAGS, json: { description: 'Print JSON, for scripts.' } };
