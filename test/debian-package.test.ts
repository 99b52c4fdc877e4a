import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { COMMANDS } from '../packages/cli/src/commands.ts';
import { makeDeb } from '../scripts/deb/make-deb.ts';
import { manPages } from '../scripts/deb/man-page.ts';

const WITHIN_MS = 300_000;
/** For a command to a station and the state that follows; a whole take-off takes a second at its speed. */
const ORDER_WITHIN_MS = 60_000;
const MAINTAINER = 'The tests <tests@kitestring.example>';
const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8', timeout: WITHIN_MS });
const has = (program: string): boolean => run('sh', '-c', `command -v ${program}`).status === 0;

/** Runs a script in a copy of this system, written to memory only, with processes and mounts of its own. */
const OWN_SYSTEM = `
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --bind /dev "$1/root/dev"
mkdir -p "$1/root/debs"
mount --bind "$2" "$1/root/debs"
printf %s "$3" > "$1/root/steps"
exec chroot "$1/root" sh -e /steps
`;

const inOwnSystem = (folder: TestFolder, debs: string, steps: string) => {
  const names = ['--mount', '--pid', '--fork', '--net', '--ipc'];
  return run('unshare', ...names, 'sh', '-c', OWN_SYSTEM, 'sh', folder.path, debs, steps);
};

const KEY = `kite_${'key-of-this-test-only'.padEnd(43, '_')}`;
/** Sends a command, if any, and waits for a state of flight. */
const ORDER = `
import { setTimeout } from 'node:timers/promises';
const [, , wanted, command] = process.argv;
setTimeout(${ORDER_WITHIN_MS}, undefined, { ref: false }).then(() => {
  console.error('no ' + wanted + ' within ${ORDER_WITHIN_MS} ms');
  process.exit(1);
});
const headers = { 'content-type': 'application/json' };
const ask = (path, body) =>
  fetch('http://127.0.0.1:3128/api/v1/' + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
while (!(await ask('health').then(({ ok }) => ok, () => false))) await setTimeout(100);
const { access_token: token } = await (await ask('auth/token/request', { client_secret: '${KEY}' })).json();
headers.authorization = 'Bearer ' + token;
if (command) await ask('flight/control/' + command, {});
while ((await (await ask('flight/state')).json()).flight_state !== wanted) await setTimeout(100);
`;

const skip =
  (process.env.TEST_LEFT_OUT === undefined && 'the Debian package takes a minute: npm run test:left-out') ||
  (!['dpkg-deb', 'systemd-sysusers', 'unshare', 'runuser', 'setpriv', 'ip'].every(has) &&
    'no dpkg, systemd-sysusers, unshare, runuser, setpriv or ip') ||
  (process.getuid?.() !== 0 && 'only root may install a package');

describe('the manual pages', () => {
  it('are one of each command, with every flag', () => {
    const pages = new Map(manPages(COMMANDS, '0.1.0').map(({ name, text }) => [name, text]));
    assert.equal(pages.size, COMMANDS.length + 1);
    for (const { flags, name } of COMMANDS) {
      const text = pages.get(`kitestring-${name.replaceAll(' ', '-')}.1`) ?? '';
      for (const flag of Object.keys(flags)) assert.ok(text.includes(`.BI \\-\\-${flag.replaceAll('-', '\\-')}`), flag);
      assert.doesNotMatch(text, /`|\]\(/, 'no Markdown');
    }
  });
});

describe('the Debian package', { skip }, () => {
  const folder = new TestFolder();
  const debs: string[] = [];
  before(async () => {
    for (const version of ['0.1.0', '0.1.1'])
      debs.push(await makeDeb({ out: folder.path, version, compression: 'none', maintainer: MAINTAINER }));
  });
  after(() => folder[Symbol.dispose]());

  it('is installed, upgraded, removed and purged, and loses neither settings nor data', () => {
    using system = new TestFolder();
    const [first, second] = debs.map((file) => file.replace(folder.path, '/debs'));
    const { status, stderr, stdout } = inOwnSystem(
      system,
      folder.path,
      `
export DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin
dpkg --force-depends -i ${first} >/dev/null
echo "version $(kitestring --version)"
echo "state $(stat -c '%a %U' /var/lib/kitestring)"
echo "config $(KITESTRING_CONFIG=/etc/kitestring/kitestring.yaml runuser -u kitestring -- kitestring serve --print-config | head -1)"
echo KITESTRING_API_KEY=secret > /etc/kitestring/environment
echo 'log: {level: warn}' >> /etc/kitestring/kitestring.yaml
echo flown > /var/lib/kitestring/flight
dpkg --force-depends --force-confold -i ${second} >/dev/null
echo "upgraded $(dpkg-query -W -f '\${Version}' kitestring), $(tail -1 /etc/kitestring/kitestring.yaml), $(cat /var/lib/kitestring/flight)"
dpkg -r kitestring >/dev/null
test ! -e /usr/bin/kitestring
echo "removed, $(tail -1 /etc/kitestring/kitestring.yaml), $(cat /var/lib/kitestring/flight)"
dpkg -P kitestring >/purge
test ! -e /etc/kitestring
echo "purged, $(cat /var/lib/kitestring/flight), $(grep -c 'are kept in' /purge)"
`,
    );
    assert.equal(status, 0, stderr + stdout);
    assert.deepEqual(stdout.trim().split('\n'), [
      'version 0.1.0',
      'state 700 kitestring',
      'config # Settings in force. File: /etc/kitestring/kitestring.yaml',
      'upgraded 0.1.1, log: {level: warn}, flown',
      'removed, log: {level: warn}, flown',
      'purged, flown, 1',
    ]);
  });

  it('is neither upgraded nor removed while the Kite is in the air, and is when it has landed or its station is away', () => {
    using system = new TestFolder();
    const [first, second] = debs.map((file) => file.replace(folder.path, '/debs'));
    folder.file('order.mjs', ORDER);
    const { status, stderr, stdout } = inOwnSystem(
      system,
      folder.path,
      `
export DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin
export KITESTRING_API_KEY=${KEY} KITESTRING_DATA_DIR=/var/lib/kitestring KITESTRING_SIM_SPEED=100 KITESTRING_CONSOLE_ENABLED=false
ip link set lo up
tell() { /usr/lib/kitestring/node /debs/order.mjs "$@"; }
tried() { "$@" >/debs/tried 2>&1 && echo done || grep -o 'the Kite is in the air.*' /debs/tried | head -1; }
dpkg --force-depends -i ${first} >/dev/null
setpriv --reuid kitestring --regid kitestring --clear-groups kitestring serve >/debs/log 2>&1 &
station=$!
tell StandBy
tell Flying take_off
echo "upgrade: $(tried dpkg --force-depends -i ${second})"
echo "removal: $(tried dpkg -r kitestring)"
echo "version $(dpkg-query -W -f '\${Version} \${db:Status-Status}' kitestring)"
tell StandBy land
echo "upgrade: $(tried dpkg --force-depends -i ${second})"
tell Flying take_off
kill -9 "$station"
echo "removal: $(tried dpkg -r kitestring)"
`,
    );
    assert.equal(status, 0, stderr + stdout);
    assert.deepEqual(stdout.trim().split('\n'), [
      'upgrade: the Kite is in the air, or the station does not answer: land, or stop the station; then upgrade again',
      'removal: the Kite is in the air, or the station does not answer: land, or stop the station; then remove it again',
      'version 0.1.0 installed',
      'upgrade: done',
      'removal: done',
    ]);
  });

  it('has a unit that is little exposed', {
    skip: !has('systemd-analyze') && 'no systemd-analyze in the PATH: apt-get install systemd',
  }, () => {
    const root = folder.file('root');
    assert.equal(run('dpkg-deb', '-x', debs[0] ?? '', root).status, 0);
    const unit = join(root, 'usr/lib/systemd/system/kitestring.service');
    assert.match(readFileSync(unit, 'utf8'), /^ExecStart=\/usr\/lib\/kitestring\/node /m);
    const { stdout } = run('systemd-analyze', 'security', '--offline=true', unit);
    assert.ok(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]) < 2, stdout);
  });

  it('has manual pages that man reads without a warning', {
    skip: !has('man') && 'no man in the PATH: apt-get install man-db',
  }, () => {
    const root = folder.file('root');
    run('dpkg-deb', '-x', debs[0] ?? '', root);
    for (const page of globSync(join(root, 'usr/share/man/man1/*.gz')))
      assert.equal(run('man', '--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', page).stderr, '', page);
  });

  it('is clean for lintian', { skip: !has('lintian') && 'no lintian in the PATH: apt-get install lintian' }, () => {
    // The package of the tests is not compressed, because that takes a minute.
    const suppressed = ['control', 'data'].map((name) => `uses-no-compression-for-${name}-tarball`).join(',');
    const { stdout } = run('lintian', '--allow-root', '--suppress-tags', suppressed, debs[0] ?? '');
    assert.equal(stdout, '');
  });
});
