/** Versions of the published API that exist; the station is configured as one of them. */
const API_VERSIONS = ['0.5.0', '1.0.0', '1.1.2'] as const;
type ApiVersion = (typeof API_VERSIONS)[number];

/** Versions that this station can serve today. */
export const SERVED_API_VERSIONS = ['1.1.2'] as const satisfies readonly ApiVersion[];
export type ServedApiVersion = (typeof SERVED_API_VERSIONS)[number];
