import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { defaultDataFolder } from './data-folder.ts';
import { type LoadedSettings, loadSettings } from './load-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kitestring-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Sources {
  readonly flags?: Record<string, string | string[]>;
  readonly environment?: Record<string, string>;
  /** Content of the file that --config names. */
  readonly yaml?: string;
  /** Content of kitestring.yaml in the data folder. */
  readonly dataYaml?: string;
}

function load({ flags = {}, environment = {}, yaml, dataYaml }: Sources = {}): LoadedSettings {
  const all: Record<string, string | string[]> = { 'data-dir': folder, ...flags };
  if (yaml !== undefined) {
    writeFileSync(path.join(folder, 'some.yaml'), yaml);
    all.config = path.join(folder, 'some.yaml');
  }
  if (dataYaml !== undefined) writeFileSync(path.join(folder, 'kitestring.yaml'), dataYaml);
  const texts = new Map(Object.entries(all).map(([name, text]) => [name, [text].flat()]));
  return loadSettings({ flags: texts, environment, folder });
}

function refusal(sources: Sources): string {
  try {
    load(sources);
  } catch (error) {
    assert.equal((error as Error).name, 'SettingsFault');
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
  return assert.fail('was accepted');
}

describe('loadSettings: what is stronger', () => {
  const yaml = 'port: 1001\n';
  const environment = { KITESTRING_PORT: '1002' };
  const flags = { port: '1003' };
  const cases: [string, Sources, number, string | undefined][] = [
    ['the default when nothing is given', {}, 3128, undefined],
    ['the file over the default', { yaml }, 1001, 'some.yaml:1:7'],
    ['a variable over the default', { environment }, 1002, 'KITESTRING_PORT'],
    ['a variable over the file', { yaml, environment }, 1002, 'KITESTRING_PORT'],
    ['a flag over the default', { flags }, 1003, '--port'],
    ['a flag over the file', { yaml, flags }, 1003, '--port'],
    ['a flag over a variable', { environment, flags }, 1003, '--port'],
    ['a flag over everything', { yaml, environment, flags }, 1003, '--port'],
    ['the last of a repeated flag', { flags: { port: ['1', '2'] } }, 2, '--port'],
    ['the default over an empty variable', { environment: { KITESTRING_PORT: '' } }, 3128, undefined],
    ['kitestring.yaml of the data folder over the default', { dataYaml: 'port: 1004' }, 1004, 'kitestring.yaml:1:7'],
    ['a named file in place of the data folder’s', { yaml, dataYaml: 'port: 1004' }, 1001, 'some.yaml:1:7'],
  ];
  for (const [name, sources, port, origin] of cases) {
    it(`takes ${name}`, () => {
      const { values, origins } = load(sources);
      assert.equal(values.port, port);
      assert.equal(origins.get('port')?.replace(`${folder}/`, ''), origin);
    });
  }

  it('reads the file that KITESTRING_CONFIG names, and the one of --config before it', () => {
    const other = path.join(folder, 'other.yaml');
    writeFileSync(other, 'port: 7');
    assert.equal(load({ environment: { KITESTRING_CONFIG: other } }).values.port, 7);
    assert.equal(load({ environment: { KITESTRING_CONFIG: other }, yaml: 'port: 8' }).values.port, 8);
  });

  it('uses the folder beside package.json when no data folder is named, wherever it is started', () => {
    const { values } = loadSettings({ flags: new Map(), environment: {}, folder });
    assert.equal(values.data_dir, defaultDataFolder());
    assert.match(values.data_dir, /data$/);
  });

  it('starts relative paths where they were written', () => {
    writeFileSync(path.join(folder, 'some.yaml'), 'tls: { key_file: key.pem, cert_file: certs/cert.pem }');
    const { values } = loadSettings({
      flags: new Map([['data-dir', ['here']]]),
      environment: { KITESTRING_CONFIG: 'some.yaml' },
      folder,
    });
    assert.equal(values.data_dir, path.join(folder, 'here'));
    assert.equal(values['tls.cert_file'], path.join(folder, 'certs/cert.pem'));
  });
});

describe('loadSettings: values', () => {
  it('reads every kind of value from YAML', () => {
    const { values } = load({
      yaml: [
        'host: 0.0.0.0',
        'listeners: ["80", "[::1]:443"]',
        'sim: { speed: 2.5, turbulence: none }',
        'flight:',
        '  altitude_hard_max_m: 30',
        'cors.origins: [https://example.org:8443]',
        'system:',
        '  timezone: Europe/Zurich',
        'log:',
      ].join('\n'),
    });
    assert.equal(values.host, '0.0.0.0');
    assert.deepEqual(values.listeners, ['80', '[::1]:443']);
    assert.equal(values['sim.speed'], 2.5);
    assert.equal(values['sim.turbulence'], 'none');
    assert.equal(values['flight.altitude_hard_max_m'], 30);
    assert.deepEqual(values['cors.origins'], ['https://example.org:8443']);
    assert.equal(values['system.timezone'], 'Europe/Zurich');
  });

  it('reads every kind of value from variables and flags', () => {
    const { values } = load({
      environment: { KITESTRING_SIM_SPEED: '20', KITESTRING_LISTENERS: '80, 10.0.0.5:443', KITESTRING_API_KEY: 'k#1' },
      flags: { seed: '42', 'cors-origins': ['http://a.example', 'http://b.example,http://c.example'] },
    });
    assert.equal(values['sim.speed'], 20);
    assert.deepEqual(values.listeners, ['80', '10.0.0.5:443']);
    assert.equal(values.api_key, 'k#1');
    assert.equal(values['sim.seed'], 42);
    assert.deepEqual(values['cors.origins'], ['http://a.example', 'http://b.example', 'http://c.example']);
  });

  it('resolves aliases, and accepts an empty file', () => {
    const yaml = 'port: &p 7\nlisteners: ["1"]\ntokens: { max_sessions_per_plugin: *p }';
    assert.equal(load({ yaml }).values['tokens.max_sessions_per_plugin'], 7);
    assert.equal(load({ yaml: '' }).values.port, 3128);
    assert.equal(load({ yaml: '# nothing yet\n' }).values.port, 3128);
  });
});

describe('loadSettings: refusals name the place, what was got and what is allowed', () => {
  const port = 'allowed: a whole number from 0 to 65535';
  const cases: [string, Sources, string][] = [
    ['a port too high, in YAML', { yaml: '\nport: 70000' }, `some.yaml:2:7: wrong value of port: got 70000, ${port}`],
    ['a port in quotes', { yaml: 'port: "80"' }, `some.yaml:1:7: wrong value of port: got "80", ${port}`],
    ['a port with a fraction', { yaml: 'port: 8.5' }, `some.yaml:1:7: wrong value of port: got 8.5, ${port}`],
    ['no number at all', { yaml: 'port: .nan' }, `some.yaml:1:7: wrong value of port: got NaN, ${port}`],
    [
      'a port where a text is wanted',
      { yaml: 'listeners: [80]' },
      'some.yaml:1:12: wrong value of listeners: got [80] (a text here needs quotes), allowed: a list of up to 32 ports or address:port',
    ],
    [
      'a secret of digits, without repeating it',
      { yaml: 'api_key: 12345678901234567890' },
      'some.yaml:1:10: wrong value of api_key: got a value that is not shown (a text here needs quotes), allowed: 1 to 256 visible ASCII characters without spaces',
    ],
    ['an empty value', { yaml: 'port:' }, `some.yaml:1:6: wrong value of port: got nothing, ${port}`],
    ['a map for a value', { yaml: 'port: { a: 1 }' }, `some.yaml:1:7: wrong value of port: got "{...}", ${port}`],
    [
      'a variable',
      { environment: { KITESTRING_PORT: 'abc' } },
      `KITESTRING_PORT: wrong value of port: got "abc", ${port}`,
    ],
    ['a flag', { flags: { port: '-1' } }, `--port: wrong value of port: got -1, ${port}`],
    ['an empty flag', { flags: { port: '' } }, `--port: wrong value of port: got nothing, ${port}`],
    ['hexadecimal', { flags: { port: '0x10' } }, `--port: wrong value of port: got "0x10", ${port}`],
    [
      'a version that does not exist',
      { flags: { 'api-version': '1.2.0' } },
      '--api-version: wrong value of api_version: got "1.2.0", allowed: 0.5.0, 1.0.0, 1.1.2',
    ],
    [
      'a choice that is none',
      { yaml: 'sim:\n  turbulence: heavy' },
      'some.yaml:2:15: wrong value of sim.turbulence: got "heavy", allowed: none, light, moderate, severe, by_wind',
    ],
    [
      'a time zone that is none',
      { yaml: 'system: { timezone: Mars/Base }' },
      'some.yaml:1:21: wrong value of system.timezone: got "Mars/Base" (no such time zone), allowed: an IANA name such as Europe/Zurich',
    ],
    [
      'a listener that is no port',
      { flags: { listeners: '99999' } },
      '--listeners: wrong value of listeners: got ["99999"] (99999 is not a port), allowed: a list of up to 32 ports or address:port',
    ],
    [
      'a secret, without repeating it',
      { environment: { KITESTRING_API_KEY: 'two words' } },
      'KITESTRING_API_KEY: wrong value of api_key: got a value that is not shown, allowed: 1 to 256 visible ASCII characters without spaces',
    ],
    ['an unknown name', { yaml: 'prot: 80' }, 'some.yaml:1:1: unknown setting prot; did you mean port?'],
    [
      'an unknown name in a group',
      { yaml: 'flight:\n  altitude_take_off_m: 2' },
      'some.yaml:2:3: unknown setting flight.altitude_take_off_m; did you mean flight.altitude_takeoff_m?',
    ],
    ['an unknown name like none', { yaml: 'x: 1' }, 'some.yaml:1:1: unknown setting x'],
    [
      'an unknown variable',
      { environment: { KITESTRING_PROT: '1' } },
      'KITESTRING_PROT: unknown variable; did you mean KITESTRING_PORT?',
    ],
    ['a group that is a value', { yaml: 'flight: 3' }, 'some.yaml:1:9: flight is a group of settings, not a setting'],
    ['a key given twice', { yaml: 'port: 1\nport: 2' }, 'some.yaml:2:1: not valid YAML: Map keys must be unique'],
    [
      'a name given nested and dotted',
      { yaml: 'sim:\n  speed: 1\nsim.speed: 2' },
      'some.yaml:3:1: sim.speed is given twice, first at some.yaml:2:10',
    ],
    [
      'two documents',
      { yaml: 'port: 1\n---\nport: 2' },
      'some.yaml:2:1: not valid YAML: Source contains multiple documents; please use YAML.parseAllDocuments()',
    ],
    ['a list', { yaml: '- port' }, 'some.yaml:1:1: expected settings, each as `name: value`'],
    [
      'a data folder elsewhere, in the file found there',
      { dataYaml: 'data_dir: /elsewhere' },
      'kitestring.yaml:1:11: data_dir cannot lead away from the folder in which this file was found, ',
    ],
  ];
  for (const [name, sources, message] of cases) {
    it(`refuses ${name}`, () => {
      const got = refusal(sources);
      assert.equal(got.replace(folder, ''), message);
      assert.doesNotMatch(got, /\n/);
    });
  }

  it('refuses a file that is not there, is a folder, is not text, or is huge', () => {
    const config = path.join(folder, 'none.yaml');
    assert.equal(refusal({ flags: { config } }), 'none.yaml: cannot read the settings: no such file');
    assert.match(refusal({ flags: { config: folder } }), /cannot read the settings: it is a folder$/);
    writeFileSync(config, Buffer.from([0x70, 0xff, 0xfe]));
    assert.equal(refusal({ flags: { config } }), 'none.yaml: cannot read the settings: it is not UTF-8 text');
    writeFileSync(config, '#'.repeat(300_000));
    assert.equal(refusal({ flags: { config } }), 'none.yaml: cannot read the settings: it is larger than 256 KiB');
  });

  it('refuses a data folder whose kitestring.yaml is a link to nothing', () => {
    symlinkSync('/nowhere/at/all.yaml', path.join(folder, 'kitestring.yaml'));
    assert.equal(refusal({}), 'kitestring.yaml: cannot read the settings: no such file');
  });

  it('refuses a value in the file even when a flag replaces it', () => {
    assert.match(refusal({ yaml: 'port: no', flags: { port: '1' } }), /^some.yaml:1:7/);
  });

  it('answers a bomb of aliases at once', () => {
    const levels = Array.from({ length: 40 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(20)}]`);
    assert.match(
      refusal({ yaml: `listeners: &l0 ["1"]\n${levels.join('\n')}` }),
      /^some.yaml:2:1: unknown setting l1$/,
    );
    const nested = levels.slice(0, 8).map((line) => line.replace(/^l\d+/, 'cors.origins'));
    assert.match(refusal({ yaml: `listeners: &l0 ["1"]\n${nested[0]}` }), /wrong value of cors.origins/);
    assert.match(refusal({ yaml: 'flight: &f { flight: *f }' }), /unknown setting flight.flight/);
  });
});

describe('loadSettings: settings that do not fit together', () => {
  const cases: [string, Sources, string][] = [
    [
      'a take-off altitude that reaches the hard maximum',
      { yaml: 'flight: { altitude_takeoff_m: 4, altitude_hard_max_m: 5 }' },
      'some.yaml:1:31: flight.altitude_takeoff_m + 1 must be lower than flight.altitude_hard_max_m; flight.altitude_takeoff_m is 4 (some.yaml:1:31), flight.altitude_hard_max_m is 5 (some.yaml:1:55)',
    ],
    [
      'one port for both kinds of RTSP',
      { flags: { 'video-rtsp-port': '554', 'video-rtsps-port': '554' } },
      '--video-rtsp-port: video.rtsp_port and video.rtsps_port must differ: RTSP and RTSPS each need a port; video.rtsp_port is 554 (--video-rtsp-port), video.rtsps_port is 554 (--video-rtsps-port)',
    ],
    [
      'a TLS key without its certificate',
      { flags: { 'tls-key-file': '/k.pem' } },
      '--tls-key-file: tls.key_file and tls.cert_file go together, and only one is set; tls.key_file is /k.pem (--tls-key-file), tls.cert_file is not set (default)',
    ],
    [
      'HTTPS in a version that has none',
      { flags: { 'api-version': '0.5.0', 'tls-mode': 'https_only' } },
      '--api-version: api_version 0.5.0 has no HTTPS, so tls.mode must be off; api_version is 0.5.0 (--api-version), tls.mode is https_only (--tls-mode)',
    ],
    [
      'a camera that the version does not know',
      { flags: { 'api-version': '0.5.0', 'sim-camera-model': 'Camera 1st Generation' } },
      '--api-version: api_version 0.5.0 has these cameras only: Camera 2nd Generation, Camera 2nd Generation IR Plus; api_version is 0.5.0 (--api-version), sim.camera_model is Camera 1st Generation (--sim-camera-model)',
    ],
    [
      'no RTSP in a version that has no other',
      { flags: { 'api-version': '0.5.0', 'video-rtsp-port': 'off' } },
      '--api-version: api_version 0.5.0 has RTSP in the clear only, so video.rtsp_port must not be off; video.enabled: false switches all video off; api_version is 0.5.0 (--api-version), video.rtsp_port is off (--video-rtsp-port)',
    ],
    [
      'a Remote ID rule that no client of the version can meet',
      { flags: { 'api-version': '0.5.0', 'system-regulatory-mode': 'US_REMOTE_ID_STANDARD' } },
      '--api-version: a client of api_version 0.5.0 cannot give the position of its operator, so that every take-off would be refused; system.regulatory_mode US_REMOTE_ID_STANDARD needs 1.0.0 or newer; api_version is 0.5.0 (--api-version), system.regulatory_mode is US_REMOTE_ID_STANDARD (--system-regulatory-mode)',
    ],
    [
      'a port that there is not for metadata',
      { flags: { 'video-klv-output': 'udp://host:70000' } },
      '--video-klv-output: wrong value of video.klv_output: got "udp://host:70000", allowed: `udp://host:port` with a port from 1 to 65535, or an absolute path',
    ],
    [
      'a twist warning above the limit',
      { environment: { KITESTRING_TETHER_TWIST_WARNING_TURNS: '12' } },
      'KITESTRING_TETHER_TWIST_WARNING_TURNS: tether.twist_warning_turns must be lower than tether.twist_limit_turns; tether.twist_warning_turns is 12 (KITESTRING_TETHER_TWIST_WARNING_TURNS), tether.twist_limit_turns is 10 (default)',
    ],
  ];
  for (const [name, sources, message] of cases) {
    it(`refuses ${name}`, () => assert.equal(refusal(sources), message));
  }

  /* A flag that contradicts a default, and the rule. */
  const contradictions: [Record<string, string>, RegExp][] = [
    [{ 'recordings-max-mib': '1000' }, /recordings.min_free_mib must not be higher than recordings.max_mib/],
    [{ 'recordings-max-mib': '2000' }, /recordings.low_free_mib must not be higher than recordings.max_mib/],
    [{ 'recordings-reserve-mib': '2000' }, /recordings.reserve_mib must not be higher than recordings.min_free_mib/],
    [{ 'recordings-low-free-mib': '10' }, /recordings.reserve_mib must not be higher than recordings.low_free_mib/],
    [{ 'recordings-automatic': 'true', 'video-enabled': 'false' }, /recordings.automatic needs video.enabled/],
    [{ 'limits-reads-burst': '99' }, /limits.reads_per_s must not be higher than limits.reads_burst/],
    [{ 'limits-commands-per-s': '41' }, /limits.commands_per_s must not be higher than limits.commands_burst/],
    [{ 'limits-unauthenticated-burst': '19' }, /must not be higher than limits.unauthenticated_burst/],
    [{ 'limits-connections': '500' }, /limits.connections_per_address must not be higher than limits.connections/],
    [{ 'limits-websockets-per-session': '5000' }, /must not be higher than limits.connections/],
    [{ 'tokens-max-sessions': '100' }, /tokens.max_sessions_per_plugin must not be higher than tokens.max_sessions/],
    [{ 'flight-altitude-takeoff-m': '0.5' }, /altitude_reached_within_m must be lower than flight.altitude_takeoff_m/],
    [{ 'flight-takeoff-wind-max-mps': '14' }, /takeoff_wind_max_mps must be lower than wind.reduce_speed_mps/],
    [{ ground: 'json:tcp://10.0.0.7:5790' }, /ground.equipment is for a real aircraft/],
    [
      { aircraft: 'mavlink:udp://0.0.0.0:14550', 'ground-listen': 'tcp-listen://127.0.0.1:5790' },
      /ground.listen offers the box of a simulated aircraft/,
    ],
    [{ 'video-rtsp-port': '3128' }, /video.rtsp_port and port must differ/],
    [{ 'video-rtsps-port': '3128' }, /video.rtsps_port and port must differ/],
    [{ 'api-version': '0.5.0', 'network-mode': 'NAT (DHCP)' }, /api_version 0.5.0 has no NAT mode/],
  ];
  for (const [flags, rule] of contradictions) {
    it(`refuses ${Object.entries(flags).flat().join(' ')}`, () => assert.match(refusal({ flags }), rule));
  }

  it('accepts two limits that are equal, and any port beside port 0', () => {
    load({
      flags: { 'recordings-max-mib': '1024', 'recordings-low-free-mib': '1024', 'recordings-reserve-mib': '1024' },
    });
    load({ flags: { 'limits-reads-burst': '100', 'limits-connections': '512', port: '0', 'video-rtsp-port': '0' } });
  });
});
