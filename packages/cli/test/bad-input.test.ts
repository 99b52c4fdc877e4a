import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { Launched, type LaunchOptions, NO_OLDER_NODE, olderNode } from './support/launcher.ts';
import { type Ran, run } from './support/test-context.ts';

interface Case extends LaunchOptions {
  readonly argv: readonly string[];
  readonly yaml?: string;
  /** The one line on the error output, after `kitestring: `; FOLDER stands for the data folder. */
  readonly line: string;
  readonly status: number;
}

const PORT = 'allowed: a whole number from 0 to 65535';

const CASES: Readonly<Record<string, Case>> = {
  'an unknown command': { argv: ['srve'], line: 'unknown command srve; did you mean serve?', status: 2 },
  'an unknown command like none': {
    argv: ['x'],
    line: 'unknown command x; there are help, serve, fly, watch, snapshot, wire-fault, record, replay, report, mavlink, tether, camera, onvif, clip, conform, coverage, dataset, ci, scenario, plugin, account, enrol, audit, erase, backup, restore, hub, fleet, doctor, completion, version',
    status: 2,
  },
  'a port of the hub that is none': {
    argv: ['hub', '--port', 'x'],
    line: '--port: wrong value of port: got "x", allowed: a whole number from 0 to 65535',
    status: 2,
  },
  'a hub with half of a certificate': {
    argv: ['hub', '--tls-key', '/key.pem'],
    line: '--tls-key: tls.key_file and tls.cert_file go together, and only one is set; tls.key_file is /key.pem (--tls-key), tls.cert_file is not set (default)',
    status: 2,
  },
  'a broker of the hub that is not there': {
    argv: ['hub', '--engine', '/nowhere/nats-server'],
    line: '--engine: /nowhere/nats-server is not a nats-server that runs here',
    status: 1,
  },
  'light stations without a hub': {
    argv: ['fleet'],
    line: '--hub is missing: the address of the hub',
    status: 2,
  },
  'light stations on a hub that is not encrypted': {
    argv: ['fleet', '--hub', 'http://hub.example/'],
    line: '--hub: got "http://hub.example/", allowed: an https:// address; http:// on this machine only',
    status: 2,
  },
  'light stations without a key': {
    argv: ['fleet', '--hub', 'https://hub.example/', '--hub-key-file', '/nowhere/key'],
    line: '--hub-key-file: cannot read /nowhere/key',
    status: 2,
  },
  'a number of light stations that is none': {
    argv: ['fleet', '--stations', '10001'],
    line: 'fleet: --stations must be a whole number from 1 to 10000, got "10001"',
    status: 2,
  },
  'an area of light stations that is none': {
    argv: ['fleet', '--area', '91,0,10'],
    line: 'fleet: --area must be latitude (-80 to 80), longitude (-180 to 180) and radius (up to 1000 km), got "91,0,10"',
    status: 2,
  },
  'a hub for a single station': {
    argv: ['serve', '--hub', 'https://hub.example/'],
    line: 'serve: --hub enrols the stations of a --fleet; enrol one with kitestring enrol',
    status: 2,
  },
  'a data set without a folder': { argv: ['dataset'], line: 'dataset: --out DIR is missing', status: 2 },
  'a data set in a folder that is not empty': {
    argv: ['dataset', '--out', '/usr'],
    line: 'dataset: --out: /usr is not empty: remove it, or name another folder',
    status: 1,
  },
  'a data set of no pictures': {
    argv: ['dataset', '--out', 'x', '--frames', '0'],
    line: 'dataset: --frames: got "0", allowed: a whole number from 1 to 100000',
    status: 2,
  },
  'a data set of another picture': {
    argv: ['dataset', '--out', 'x', '--pictures', 'radar'],
    line: 'dataset: --pictures: got "radar", allowed: color, thermal, separated by a comma',
    status: 2,
  },
  'a zoom of a data set that is none': {
    argv: ['dataset', '--out', 'x', '--zoom', '1,64'],
    line: 'dataset: --zoom: got "64", allowed: a number from 1 to 32',
    status: 2,
  },
  'an unknown flag': {
    argv: ['serve', '--prot', '1'],
    line: 'serve: unknown flag --prot; did you mean --port? (see kitestring serve --help)',
    status: 2,
  },
  'a flag without its value': {
    argv: ['serve', '--port'],
    line: 'serve: --port needs a value: --port N (see kitestring serve --help)',
    status: 2,
  },
  'a value for a switch': {
    argv: ['doctor', '--json=yes'],
    line: 'doctor: --json takes no value (see kitestring doctor --help)',
    status: 2,
  },
  'a word too many': {
    argv: ['serve', 'now'],
    line: 'serve: unexpected argument "now" (see kitestring serve --help)',
    status: 2,
  },
  'a word too few': {
    argv: ['plugin', 'add'],
    line: 'plugin add: NAME is missing (see kitestring plugin add --help)',
    status: 2,
  },
  'a wrong flag value': {
    argv: ['serve', '--port', 'abc'],
    line: `--port: wrong value of port: got "abc", ${PORT}`,
    status: 2,
  },
  'a negative port': {
    argv: ['serve', '--port', '-1'],
    line: `--port: wrong value of port: got -1, ${PORT}`,
    status: 2,
  },
  'a wrong variable': {
    argv: ['serve'],
    environment: { KITESTRING_PORT: '99999' },
    line: `KITESTRING_PORT: wrong value of port: got 99999, ${PORT}`,
    status: 2,
  },
  'an unknown variable': {
    argv: ['serve'],
    environment: { KITESTRING_SIM_SPED: '2' },
    line: 'KITESTRING_SIM_SPED: unknown variable; did you mean KITESTRING_SIM_SPEED?',
    status: 2,
  },
  'a version that does not exist': {
    argv: ['serve', '--api-version', '0.2.0'],
    line: '--api-version: wrong value of api_version: got "0.2.0", allowed: 0.5.0, 1.0.0, 1.1.2',
    status: 2,
  },
  'a wrong value in the file of the data folder': {
    argv: ['serve'],
    yaml: 'sim:\n  speed: fast\n',
    line: 'FOLDER/kitestring.yaml:2:10: wrong value of sim.speed: got "fast", allowed: a number from 0.01 to 1000 times real time',
    status: 2,
  },
  'an unknown name in the file of the data folder': {
    argv: ['serve', '--print-config'],
    yaml: 'flight:\n  altitude_hardmax_m: 30\n',
    line: 'FOLDER/kitestring.yaml:2:3: unknown setting flight.altitude_hardmax_m; did you mean flight.altitude_hard_max_m?',
    status: 2,
  },
  'a secret with a space': {
    argv: ['serve'],
    environment: { KITESTRING_API_KEY: 'not this' },
    line: 'KITESTRING_API_KEY: wrong value of api_key: got a value that is not shown, allowed: 1 to 256 visible ASCII characters without spaces',
    status: 2,
  },
  'a settings file that is not there': {
    argv: ['serve', '--config', '/nowhere/k.yaml'],
    line: '/nowhere/k.yaml: cannot read the settings: no such file',
    status: 2,
  },
  'settings that do not fit together': {
    argv: ['serve', '--tls-key-file', '/k.pem'],
    line: '--tls-key-file: tls.key_file and tls.cert_file go together, and only one is set; tls.key_file is /k.pem (--tls-key-file), tls.cert_file is not set (default)',
    status: 2,
  },
  'control characters': {
    argv: ['serve', '--\x1b[31mred', 'x'],
    line: 'serve: unknown flag -- [31mred (see kitestring serve --help)',
    status: 2,
  },
  'an address that is none': {
    argv: ['watch', '--url', 'ftp://x'],
    line: '--url: got "ftp://x", allowed: an address such as http://127.0.0.1:3128',
    status: 2,
  },
  'a pin over http://': {
    argv: ['watch', '--url', 'http://192.0.2.1', '--key', 'k', '--pin', `sha256//${'A'.repeat(43)}=`],
    line: '--pin: needs an https:// address, got http://192.0.2.1, where nothing would be verified',
    status: 2,
  },
  'two kinds of trust': {
    argv: ['conform', 'https://192.0.2.1', '--key', 'k', '--insecure', '--pin', `sha256//${'A'.repeat(43)}=`],
    line: '--pin, --insecure: give one of them, each excludes the others',
    status: 2,
  },
  'no key for a station elsewhere': {
    argv: ['fly', '--url', 'http://192.0.2.1'],
    line: 'an API key is needed for http://192.0.2.1: set KITESTRING_API_KEY, or give --key',
    status: 2,
  },
  'a station to enrol in a folder that is not there': {
    argv: ['enrol', `https://hub.example/#${'a'.repeat(26)}`, '--data-dir', '/nowhere/data'],
    line: 'there is no folder /nowhere/data: name the data folder of the station with --data-dir, or create it first',
    status: 1,
  },
  'the fleet of a station where none has been': {
    argv: ['enrol'],
    line: 'no station has been started in FOLDER yet; start one, or name its folder with --data-dir',
    status: 1,
  },
  'a fleet to leave where no station has been': {
    argv: ['enrol', '--leave'],
    line: 'no station has been started in FOLDER yet; start one, or name its folder with --data-dir',
    status: 1,
  },
  'an invitation in the clear': {
    argv: ['enrol', `http://hub.example/#${'a'.repeat(26)}`],
    line: 'stations accept an http:// address on this machine only, because the code could be read on the way: set public_url of the hub to its https:// address, and invite again',
    status: 2,
  },
  'an invitation that is none': {
    argv: ['enrol', 'http://hub.example/'],
    line: 'the enrolment address must be https://HUB/#CODE, as the hub shows it; quote it for the shell',
    status: 2,
  },
  'plugins where no station has been': {
    argv: ['plugin', 'list'],
    line: 'no station has been started in FOLDER yet; start one, or name its folder with --data-dir',
    status: 1,
  },
};

type Way = (argv: readonly string[], environment: Readonly<Record<string, string>>, folder: string) => Promise<Ran>;

const inThisProcess: Way = (argv, environment, folder) => run(argv, { environment, folder });

const asProcess =
  (node: string): Way =>
  async (argv, environment) => {
    using launched = new Launched(argv, { node, environment });
    const { signal, status, ...said } = await launched.end();
    assert.equal(signal, null);
    return { ...said, status: status ?? -1 };
  };

async function check({ argv, yaml, line, status, environment = {} }: Case, way: Way): Promise<void> {
  using folder = new TestFolder();
  if (yaml !== undefined) folder.file('kitestring.yaml', yaml);
  const ended = await way(argv, { KITESTRING_DATA_DIR: folder.path, ...environment }, folder.path);
  assert.deepEqual(
    { ...ended, err: ended.err.replaceAll(folder.path, 'FOLDER') },
    { status, out: '', err: `kitestring: ${line}\n` },
  );
}

describe('bad input gets one line that says what is wrong and what is right', () => {
  for (const [name, input] of Object.entries(CASES)) it(name, () => check(input, inThisProcess));

  const older = olderNode();
  for (const [what, node] of [
    ['as a process', process.execPath],
    ['when an older Node starts it', older],
  ] as const) {
    it(`the same ${what}`, { skip: node === undefined && NO_OLDER_NODE }, async () => {
      for (const name of ['an unknown flag', 'a wrong variable', 'plugins where no station has been']) {
        const input = CASES[name];
        if (input !== undefined && node !== undefined) await check(input, asProcess(node));
      }
    });
  }
});

const LIGHT = ['--video-enabled', 'false', '--console-enabled', 'false'];
/** Ports below it are for root. */
const firstFreePort = (): number =>
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) : 0;

describe('a station that cannot start here says why in one line, and ends with 1', () => {
  const refused = ({ err, out, status }: Ran, reason: RegExp) => {
    assert.deepEqual([status, out, err.split('\n').length], [1, '', 2], err);
    assert.match(err, reason);
  };
  const serve = (dataDir: string, port = '0') => ['serve', '--port', port, '--data-dir', dataDir, ...LIGHT];

  it('on a full disk, and in a folder that is read-only', { skip: WITHOUT_SMALL_DISKS }, async () => {
    using folder = new TestFolder();
    const remedy = /cannot be written \(.*\)\. Check the free space and the permissions of the folder, or use another/;
    {
      using disk = new SmallDisk(folder.file('full'), 1);
      disk.fill();
      refused(await run(serve(folder.file('full'))), remedy);
    }
    using _disk = new SmallDisk(folder.file('read-only'), 1, { isReadOnly: true });
    refused(await run(serve(folder.file('read-only'))), remedy);
  });

  it('on a port of another program', async () => {
    using folder = new TestFolder();
    await using other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    refused(
      await run(serve(folder.path, String(port))),
      /port \d+ on 127\.0\.0\.1 is in use by another program; choose/,
    );
  });

  const skip = (process.getuid?.() !== 0 || firstFreePort() < 1) && 'only root can start a station as another user';
  it('on a port below 1024, without the right', { skip }, async () => {
    using folder = new TestFolder();
    chmodSync(folder.path, 0o777);
    using launched = new Launched(serve(folder.file('data'), String(firstFreePort() - 1)), { uid: 65_534 });
    const { status, ...said } = await launched.end();
    refused(
      { ...said, status: status ?? -1 },
      /may not be used by this user \(ports below 1024 need a privilege\); choose/,
    );
  });
});
