import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { ServedApiVersion } from '@kitestring/contract/versions.ts';
import type { StationSettings } from '@kitestring/station/station-settings.ts';
import type { MetricsAccess } from './api/pages/metrics-access.ts';
import type { AuditSettings } from './audit/audit-settings.ts';
import type { ConsoleSettings } from './console/console-settings.ts';
import type { FlightLogSettings } from './flight-log/flight-log-settings.ts';
import type { NetworkSettings } from './network/network-settings.ts';
import type { RecordingsSettings } from './recordings/recordings-settings.ts';
import type { ScryptCost } from './secrets.ts';
import type { TlsMode } from './tls/tls-mode.ts';
import type { VideoSettings } from './video/video-settings.ts';

/** One place to listen at. Port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Bounds on what one client may ask; see `DEFAULT_LIMITS`. */
export interface LimitSettings {
  readonly readsPerS: number;
  readonly readsBurst: number;
  readonly commandsPerS: number;
  readonly commandsBurst: number;
  /** How many times the quota of one session all sessions of a plugin have together. */
  readonly pluginFactor: number;
  readonly tokenRequestsPerMin: number;
  readonly tokenRequestsBurst: number;
  readonly unauthenticatedPerS: number;
  readonly unauthenticatedBurst: number;
  readonly wrongKeysPerMin: number;
  readonly webSocketsPerSession: number;
  /** TCP connections of one listener, open at a time. */
  readonly connections: number;
  /** Of them from one address, an IPv6 host counted once; trusted proxies are not counted. */
  readonly connectionsPerAddress: number;
}

/** Assumptions until somebody who runs many stations says better. */
export const DEFAULT_LIMITS: LimitSettings = {
  readsPerS: 100,
  readsBurst: 200,
  commandsPerS: 20,
  commandsBurst: 40,
  pluginFactor: 10,
  tokenRequestsPerMin: 60,
  tokenRequestsBurst: 30,
  unauthenticatedPerS: 20,
  unauthenticatedBurst: 100,
  wrongKeysPerMin: 10,
  webSocketsPerSession: 32,
  connections: 4096,
  connectionsPerAddress: 512,
};

/** The simulated aircraft and the air around it. */
export interface SimulationSettings {
  /** Times real time. */
  readonly speed: number;
  readonly seed: number;
  /** Mean wind 10 m above the ground. */
  readonly windSpeedMps: number;
  /** Where the wind comes from, degrees clockwise from North. */
  readonly windFromDeg: number;
  readonly turbulence: 'none' | 'light' | 'moderate' | 'severe' | 'by_wind';
  /** Sea state under a vessel, 0 to 5; 0 is land or still water. */
  readonly seaState: number;
  /** Where the waves come from, degrees clockwise from North. */
  readonly wavesFromDeg: number;
  readonly cameraModel: CameraModel;
  /** Figures of the aircraft that replace its own; none when absent. */
  readonly parametersFile?: string;
}

/** Everything a running station is made from. */
export interface ServerSettings {
  /** Where to listen; the first one is the one that is printed. */
  readonly listeners: readonly ListenAddress[];
  /** What the listeners speak; `both` when absent. */
  readonly tlsMode?: TlsMode;
  /** Own key and certificate, PEM; without them a self-signed one is made and kept. */
  readonly tls?: { readonly keyFile: string; readonly certFile: string };
  readonly dataDir: string;
  readonly apiVersion: ServedApiVersion;
  /** Key of the first plugin; made at the first start when absent. */
  readonly apiKey?: string;
  /** Who may read `/metrics`; `local` when absent. */
  readonly metricsAccess?: MetricsAccess;
  /** Web pages of these origins may call the API. */
  /** To whom holes of this station are reported, a URI; nobody when absent. */
  readonly securityContact?: string;
  readonly corsOrigins: readonly string[];
  readonly limits: LimitSettings;
  readonly network: NetworkSettings;
  readonly simulation: SimulationSettings;
  /** Recording of flights; the default when absent. */
  readonly flightLog?: FlightLogSettings;
  /** How long the audit log remembers; the default when absent. */
  readonly audit?: AuditSettings;
  /** Recordings of video; the default when absent. */
  readonly recordings?: RecordingsSettings;
  readonly station: StationSettings;
  /** The operator's page; none when absent. */
  readonly console?: ConsoleSettings;
  /** Live video; none when absent. */
  readonly video?: VideoSettings;
  /** Cost of hashing an API key; tests make it cheap. */
  readonly keyHashCost?: ScryptCost;
}
