import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import type { StationSettings } from '@kitestring/station-core/station-settings.ts';
import type { ListenAddress } from '@kitestring/web/listen/listen-address.ts';
import type { TlsMode } from '@kitestring/web/listen/tls-mode.ts';
import type { MetricsAccess } from '@kitestring/web/pages/metrics-access.ts';
import type { ConsoleSettings } from './console-settings.ts';
import type { FlightLogSettings, RecordingsSettings } from './records-settings.ts';
import { DEFAULT_VALUES, type SettingsGroup, settingsGroup } from './settings-group.ts';
import type { VideoSettings } from './video-settings.ts';

/** Limits per client. The defaults are assumptions until there is experience with many stations. */
export type LimitSettings = SettingsGroup<'limits'>;
export const DEFAULT_LIMITS: LimitSettings = settingsGroup(DEFAULT_VALUES, 'limits');

/** The station's place in the customer's network. */
export type NetworkSettings = SettingsGroup<'network'>;
export const DEFAULT_NETWORK_SETTINGS: NetworkSettings = settingsGroup(DEFAULT_VALUES, 'network');

/** Retention of the audit log. */
type AuditSettings = SettingsGroup<'audit'>;
export const DEFAULT_AUDIT_SETTINGS: AuditSettings = settingsGroup(DEFAULT_VALUES, 'audit');

/** The link to a fleet hub; the hub is absent without one. */
export type HubSettings = SettingsGroup<'hub'>;

/** The aircraft as a MAVLink vehicle; the address is absent without one. */
type MavlinkSettings = SettingsGroup<'mavlink'>;

/** The camera as an ONVIF device; the port is absent without it. */
type OnvifSettings = SettingsGroup<'onvif'>;

/** Ground equipment, and the box that a simulated aircraft is for another station. */
type GroundSettings = SettingsGroup<'ground'>;

/** The simulated aircraft and its weather. */
export type SimulationSettings = SettingsGroup<'sim'>;

/** All settings of a running station. */
export interface ServerSettings {
  /** Listening addresses; the first one is printed. */
  readonly listeners: readonly ListenAddress[];
  /** Protocol of the listeners; `both` when absent. */
  readonly tlsMode?: TlsMode;
  /** Key and certificate files, PEM; absent: a self-signed one is generated and stored. */
  readonly tls?: { readonly keyFile: string; readonly certFile: string };
  readonly dataDir: string;
  readonly apiVersion: ApiVersion;
  /** Key of the first plugin; generated at the first start when absent. */
  readonly apiKey?: string;
  /** Access to `/metrics`; `local` when absent. */
  readonly metricsAccess?: MetricsAccess;
  /** Contact for vulnerability reports, a URI; absent: none. */
  readonly securityContact?: string;
  /** Origins of web pages that may call the API. */
  readonly corsOrigins: readonly string[];
  readonly limits: LimitSettings;
  readonly network: NetworkSettings;
  readonly simulation: SimulationSettings;
  /** Recording of flights; the default when absent. */
  readonly flightLog?: FlightLogSettings;
  /** Retention of the audit log; the default when absent. */
  readonly audit?: AuditSettings;
  /** Recordings of video; the default when absent. */
  readonly recordings?: RecordingsSettings;
  readonly station: StationSettings;
  /** The operator's console; absent: not served. */
  readonly console?: ConsoleSettings;
  /** The link to a fleet hub; none when absent. */
  readonly hub?: HubSettings;
  /** The aircraft as a MAVLink vehicle; none when absent. */
  readonly mavlink?: MavlinkSettings;
  /** The camera as an ONVIF device; none when absent. */
  readonly onvif?: OnvifSettings;
  /** Data that Remote ID of a real aircraft transmits. */
  readonly remoteId?: SettingsGroup<'remote_id'>;
  /** Ground equipment; none when absent. */
  readonly ground?: GroundSettings;
  /** Live video; none when absent. */
  readonly video?: VideoSettings;
  /** Cost of hashing an API key by scrypt (RFC 7914); reduced in tests. */
  readonly keyHashCost?: { readonly N: number; readonly r: number; readonly p: number };
}
