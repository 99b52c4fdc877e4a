/** Versions of the published API that a station can serve, the oldest first; a station is configured as one of them. */
export const API_VERSIONS = ['0.5.0', '1.0.0', '1.1.2'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version in which the contract is written; older ones are derived from it. */
export const NEWEST_API_VERSION = '1.1.2' satisfies ApiVersion;
type OlderApiVersion = Exclude<ApiVersion, typeof NEWEST_API_VERSION>;

/** Differences of a definition by version, each against the next newer version. */
export type ByVersion<Difference> = Readonly<Partial<Record<OlderApiVersion, Difference>>>;

/** Versions older than the newest, in descending order: the order in which differences are applied. */
const OLDER: readonly OlderApiVersion[] = ['1.0.0', '0.5.0'];

/** Differences that add up to this version, in the order in which they apply. */
export function differencesUpTo<D>(version: ApiVersion, table: ByVersion<D> = {}): readonly D[] {
  const applied = version === NEWEST_API_VERSION ? [] : OLDER.slice(0, OLDER.indexOf(version) + 1);
  return applied.flatMap((older) => table[older] ?? []);
}

/** First part of the paths of a version. */
export const versionPrefix = (version: ApiVersion): '/v0' | '/v1' => (version === '0.5.0' ? '/v0' : '/v1');

/** Whether this version exists over HTTPS, and RTSP over TLS. */
export const hasHttps = (version: ApiVersion): boolean => version !== '0.5.0';

/** Whether the operator's page works on this version. */
export const hasConsole = (version: ApiVersion): boolean => version !== '0.5.0';

/** Whether requests of this version are limited in their rate. */
export const hasRateLimits = (version: ApiVersion): boolean => version !== '0.5.0';
