/** Base path of the station's own operations, below the root of the server. */
export const STATION_BASE = '/station/v1';

/** Operations of a token that may read, and of one that may control. */
export const READS = { base: STATION_BASE, access: ['read'] } as const;
export const CONTROLS = { base: STATION_BASE, access: ['control'] } as const;
