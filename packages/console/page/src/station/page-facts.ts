import type { PageFactsReply } from '@kitestring/station-contract/console/page-facts.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';

/** Data of the station for its page before sign-in; from `/console.json`. */
export interface PageFacts {
  readonly stationName: string;
  readonly isSimulated: boolean;
  /** A recording is being played. */
  readonly isReplay: boolean;
  readonly version: string;
  /** Version of the published API that the station serves. */
  readonly apiVersion: ApiVersion;
  /** People can sign in with an account. */
  readonly hasAccounts: boolean;
  /** Map behind the top view; absent: none. */
  readonly map: { readonly tilesUrl: string; readonly attribution: string } | undefined;
  readonly limits: PageLimits;
  /** Provided by a hub, not by the station itself. */
  readonly isAtHub: boolean;
}

/** Limits of this station that are not in the published API. */
interface PageLimits {
  readonly altitudeMaxWithoutGpsM: number;
  /** A less accurate position is ignored. */
  readonly gpsAccuracyMaxM: number;
  /** Drift above which the wind counts as high, and above which the Kite descends. */
  readonly driftWarnM: number;
  readonly driftMaxM: number;
  /** Height of the landed Kite above the ground around. */
  readonly baseHeightM: number;
  /** Lease of control unless it is renewed. */
  readonly controlLeaseS: number;
}

/** @throws Error when the station does not answer */
export async function loadPageFacts(stationUrl: string): Promise<PageFacts> {
  const response = await fetch(`${stationUrl}/console.json`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`/console.json: HTTP ${response.status}`);
  return pageFacts((await response.json()) as PageFactsReply);
}

export function pageFacts(reply: PageFactsReply): PageFacts {
  const { api_version, has_accounts, hub, is_replay, is_simulated, limits, map, station_name, version } = reply;
  return {
    stationName: station_name,
    isSimulated: is_simulated,
    isReplay: is_replay,
    version,
    apiVersion: api_version,
    hasAccounts: has_accounts,
    isAtHub: hub !== undefined,
    map: map === undefined ? undefined : { tilesUrl: map.tiles_url, attribution: map.attribution },
    limits: {
      altitudeMaxWithoutGpsM: limits.altitude_max_without_gps_m,
      gpsAccuracyMaxM: limits.gps_accuracy_max_m,
      driftWarnM: limits.drift_warn_m,
      driftMaxM: limits.drift_max_m,
      baseHeightM: limits.base_height_m ?? 0,
      controlLeaseS: limits.control_lease_s,
    },
  };
}
