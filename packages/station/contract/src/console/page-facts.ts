import type { ApiVersion } from '../versions.ts';

/** Limits of the station that the page draws and that no field of the published API carries. */
export interface PageLimits {
  readonly altitude_max_without_gps_m: number;
  /** Accuracy above which a position counts as none. */
  readonly gps_accuracy_max_m: number;
  /** Drift above which the wind counts as high, and above which the Kite descends. */
  readonly drift_warn_m: number;
  readonly drift_max_m: number;
  /** Height of the landed Kite above the ground around; an older station does not say it. */
  readonly base_height_m?: number;
  /** Lease: time after which control lapses unless it is requested again. */
  readonly control_lease_s: number;
}

/** Address of map tiles; only the path has places to fill. */
export const TILES_URL = { pattern: '^https?://[A-Za-z0-9.:_-]+/[^\\s]*\\{z\\}[^\\s]*$', maxLength: 1000 } as const;

/** Tiles of a map server behind what a page draws. */
interface PageMap {
  readonly tiles_url: string;
  readonly attribution: string;
}

/** `/console.json`: what the page reads before sign-in. */
export interface PageFactsReply {
  readonly station_name: string;
  readonly is_simulated: boolean;
  /** Whether a recording is played, which can be controlled under `/replay/v1`. */
  readonly is_replay: boolean;
  readonly version: string;
  /** Version of the published API that the station serves. */
  readonly api_version: ApiVersion;
  readonly limits: PageLimits;
  /** Whether people can sign in with an account, in addition to API keys. */
  readonly has_accounts: boolean;
  /** Background of the map; absent when none is set. */
  readonly map?: PageMap;
  /** Only from a hub: the session at the station that requests with this sign-in of the hub are. */
  readonly hub?: SessionAtStation;
}

/** A sign-in of a hub, as the station sees it. */
export interface SessionAtStation {
  readonly session_id: string;
  /** Name of the client, by which the station shows it. */
  readonly plugin_name: string;
  /** Within the limits of hub and station. */
  readonly scopes: readonly string[];
  /** Whether the roles at this station leave flight out; an older replica of the hub does not say it. */
  readonly is_camera_only?: boolean;
}
