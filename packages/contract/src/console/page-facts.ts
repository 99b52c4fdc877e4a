/** Limits of the station that no field of the published API has, so that the page can draw them. */
export interface PageLimits {
  readonly altitude_max_without_gps_m: number;
  /** A position that is less accurate counts as none. */
  readonly gps_accuracy_max_m: number;
  /** Drift above which the wind counts as high, and above which the Kite goes down. */
  readonly drift_warn_m: number;
  readonly drift_max_m: number;
  /** Lease: time after which control lapses unless it is requested again. */
  readonly control_lease_s: number;
}

/** `/console.json`: what the station tells its page before anybody signs in. */
export interface PageFactsReply {
  readonly station_name: string;
  readonly is_simulated: boolean;
  readonly version: string;
  readonly limits: PageLimits;
  /** Whether people can sign in with a name of their own, beside API keys. */
  readonly has_accounts: boolean;
  /** Map behind the view from above; none without. */
  readonly map?: { readonly tiles_url: string; readonly attribution: string };
}
