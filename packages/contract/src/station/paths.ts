/** Where what the station says of itself is, beside the published API. Below the root of the server. */
export const STATION_BASE = '/station/v1';
