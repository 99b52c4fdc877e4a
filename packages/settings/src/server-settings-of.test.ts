import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { loadSettings } from './load-settings.ts';
import { DEFAULT_LIMITS } from './server-settings.ts';
import { serverSettings } from './server-settings-of.ts';
import { type NamedSetting, SETTING_LIST } from './settings.ts';

const settings = (flags: Record<string, string> = {}) => {
  const texts = new Map(Object.entries({ 'data-dir': '/nowhere', ...flags }).map(([name, text]) => [name, [text]]));
  return serverSettings(loadSettings({ flags: texts, environment: {}, folder: '/' }).values, '1.2.3');
};

describe('serverSettings', () => {
  it('gives the defaults of the station and of the limits when nothing is set', () => {
    const { station, limits } = settings();
    assert.deepEqual(station, { ...DEFAULT_STATION_SETTINGS, softwareVersion: '1.2.3' });
    assert.deepEqual(limits, DEFAULT_LIMITS);
  });

  it('takes every setting to somewhere: another value of each changes the result', () => {
    const together: Record<string, Record<string, string>> = {
      'tls-key-file': { 'tls-cert-file': '/c.pem' },
      'tls-cert-file': { 'tls-key-file': '/k.pem' },
      'video-sources-color': { 'sim-camera-model': 'Camera 1st Generation' },
      'recordings-max-mib': {
        'recordings-min-free-mib': '1',
        'recordings-low-free-mib': '1',
        'recordings-reserve-mib': '1',
      },
      'video-source-certificate-check': { 'video-sources-zoom': 'rtsps://10.0.0.9/' },
    };
    // The command itself handles the settings of the log, and connects a real aircraft and its ground equipment; the key has no flag; there is one API version only.
    const elsewhere = ['aircraft', 'ground.equipment', 'log.level', 'log.format', 'api_key', 'api_version'];
    const before = JSON.stringify(settings());
    for (const setting of SETTING_LIST) {
      const { name, flagName } = setting;
      if (flagName === undefined || elsewhere.includes(name)) continue;
      const text = JSON.stringify(settings({ ...together[flagName], [flagName]: otherValue(setting) }));
      assert.notEqual(text, before, name);
    }
  });

  it('knows the cells of the simulated Kite, and those of a real aircraft only where they are set', () => {
    const real = { aircraft: 'mavlink:tcp://127.0.0.1:5760' };
    const cellsWith = (flags: Record<string, string>) => settings(flags).station.batteries.kiteCells;
    assert.equal(cellsWith({}), DEFAULT_STATION_SETTINGS.batteries.kiteCells);
    assert.equal(cellsWith(real), undefined);
    assert.equal(cellsWith({ ...real, 'batteries-kite-cells': '6' }), 6);
  });

  it('reads listeners with and without an address', () => {
    const { listeners } = settings({
      host: '0.0.0.0',
      port: '0',
      listeners: '80,10.0.0.5:443,[::1]:8443,localhost:81',
    });
    assert.deepEqual(listeners, [
      { host: '0.0.0.0', port: 0 },
      { host: '0.0.0.0', port: 80 },
      { host: '10.0.0.5', port: 443 },
      { host: '::1', port: 8443 },
      { host: 'localhost', port: 81 },
    ]);
  });
});

/** A value that is allowed and is not the default. */
function otherValue({ name, schema, default: value }: NamedSetting): string {
  const { enum: choices, minimum = 1, type } = schema as { enum?: readonly string[]; minimum?: number; type?: string };
  if (choices !== undefined) return choices.findLast((choice) => choice !== value) ?? '';
  if (type === 'boolean') return String(value !== true);
  if (type === 'integer') return String((Number(value) || 0) + 1);
  if (type === 'number') return String(Number(value) * 1.01 || Math.max(1, minimum));
  return OTHER_TEXTS[name] ?? 'other';
}

const OTHER_TEXTS: Readonly<Record<string, string>> = {
  'security.contact': 'mailto:security@example.org',
  'console.map_tiles_url': 'https://tiles.example/{z}/{x}/{y}.png',
  'video.rtsp_port': 'off',
  'video.klv_output': '/var/other.ts',
  'remote_id.serial': '1KTS6ABC123',
  'video.rtsp_udp_ports': '21000-21001',
  'video.webrtc_udp_ports': '21000-21001',
  'video.sources.color': 'rtsp://10.0.0.9/',
  'video.sources.zoom': 'rtsp://10.0.0.9/',
  'video.sources.overview': 'rtsp://10.0.0.9/',
  'video.sources.thermal': 'rtsp://10.0.0.9/',
  ...Object.fromEntries(
    ['color', 'zoom', 'overview', 'thermal'].map((id) => [`video.push.${id}`, 'rtmp://relay.example/live/key']),
  ),
  'hub.url': 'https://hub.example/',
  'onvif.multicast': '239.192.0.10:5000',
  listeners: '8080',
  'network.trusted_proxies': '10.0.0.0/8',
  'network.hosts': 'kite.example.org',
  'cors.origins': 'https://example.org',
  'system.timezone': 'Europe/Zurich',
  'system.gs_mac': '02:00:00:00:00:02',
};
