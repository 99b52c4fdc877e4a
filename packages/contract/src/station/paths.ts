/** Base path of the station's own operations, below the root of the server. */
export const STATION_BASE = '/station/v1';
