import { hasHttps } from '@kitestring/station-contract/versions.ts';
import { DEFAULT_STATION_SETTINGS, type StationSettings } from '@kitestring/station-core/station-settings.ts';
import { consoleSettings } from './console-settings.ts';
import { listenAddresses } from './listen-addresses.ts';
import { flightLogSettings, recordingsSettings } from './records-settings.ts';
import type { ServerSettings } from './server-settings.ts';
import type { SettingValues } from './settings.ts';
import { settingsGroup } from './settings-group.ts';
import { videoSettings } from './video-settings.ts';

/** Input of `startStation`, from the effective settings. */
export function serverSettings(values: SettingValues, softwareVersion: string): ServerSettings {
  const { api_key: apiKey } = values;
  const { mode: tlsMode = 'both', keyFile, certFile } = settingsGroup(values, 'tls');
  return {
    listeners: listenAddresses(values),
    tlsMode: hasHttps(values.api_version) ? tlsMode : 'off',
    ...(keyFile !== undefined && certFile !== undefined && { tls: { keyFile, certFile } }),
    dataDir: values.data_dir,
    apiVersion: values.api_version,
    ...(apiKey !== undefined && { apiKey }),
    ...(values['security.contact'] !== undefined && { securityContact: values['security.contact'] }),
    corsOrigins: values['cors.origins'],
    metricsAccess: values['metrics.access'],
    console: consoleSettings(values),
    limits: settingsGroup(values, 'limits'),
    network: settingsGroup(values, 'network'),
    simulation: settingsGroup(values, 'sim'),
    flightLog: flightLogSettings(values),
    audit: settingsGroup(values, 'audit'),
    recordings: recordingsSettings(values),
    station: stationSettings(values, softwareVersion),
    hub: settingsGroup(values, 'hub'),
    mavlink: settingsGroup(values, 'mavlink'),
    onvif: settingsGroup(values, 'onvif'),
    remoteId: settingsGroup(values, 'remote_id'),
    ground: settingsGroup(values, 'ground'),
    video: videoSettings(values),
  };
}

/** Cells of the simulated Kite are known; those of a real aircraft only where they are set. */
function batteries(values: SettingValues): StationSettings['batteries'] {
  const { kiteCells } = DEFAULT_STATION_SETTINGS.batteries;
  const isSimulated = values.aircraft === 'simulated' && kiteCells !== undefined;
  return { ...(isSimulated && { kiteCells }), ...settingsGroup(values, 'batteries') };
}

const stationSettings = (values: SettingValues, softwareVersion: string): StationSettings => ({
  ...DEFAULT_STATION_SETTINGS,
  ...settingsGroup(values, 'system'),
  softwareVersion,
  flight: settingsGroup(values, 'flight'),
  tether: settingsGroup(values, 'tether'),
  wind: settingsGroup(values, 'wind'),
  heat: settingsGroup(values, 'heat'),
  batteries: batteries(values),
  rooftopBox: settingsGroup(values, 'rooftop_box'),
  handoff: settingsGroup(values, 'handoff'),
  tokens: settingsGroup(values, 'tokens'),
  notifications: settingsGroup(values, 'notifications'),
});
