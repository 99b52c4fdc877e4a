export const NETWORK_MODES = ['Bridged', 'NAT (DHCP)', 'NAT (Static)'] as const;
export type NetworkMode = (typeof NETWORK_MODES)[number];

/** How the station is in the customer's network. */
export interface NetworkSettings {
  readonly mode: NetworkMode;
  /** The system is reached as `<gs_name>.<systemDomain>`. */
  readonly systemDomain: string;
  /** Whether multicast DNS says where the station is. */
  readonly advertise: boolean;
  /** Addresses and networks of reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Further names by which clients reach the station; `*` is any. */
  readonly hosts: readonly string[];
}

export const DEFAULT_NETWORK_SETTINGS: NetworkSettings = {
  mode: 'Bridged',
  systemDomain: 'local',
  advertise: false,
  trustedProxies: [],
  hosts: [],
};
