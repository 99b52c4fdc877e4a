import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const UNITS = join(ROOT, 'deploy/systemd');
const names = readdirSync(UNITS).filter((name) => name.endsWith('.service'));
/** Exposure of 10 for a unit without any protection. */
const EXPOSURE_MAX = 1.5;
const [, version = '0'] =
  /systemd (\d+)/.exec(spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const skip = Number(version) < 250 && 'no systemd-analyze 250 or newer';

const unitOf = (name: string): string => readFileSync(join(UNITS, name), 'utf8');
const setting = (unit: string, key: string): string =>
  new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? assert.fail(`no ${key}`);

describe('the units of systemd', () => {
  it('are without a fault, and little exposed', { skip }, () => {
    using folder = new TestFolder();
    for (const name of names) {
      // The programs are where an installation has them, and not on this machine.
      const file = join(folder.path, name);
      writeFileSync(file, unitOf(name).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
        encoding: 'utf8',
      });
      assert.deepEqual([verified.status, verified.stderr], [0, ''], name);
      const judged = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(judged.stdout)?.[1]);
      assert.ok(exposure <= EXPOSURE_MAX, `${name}: ${exposure}`);
    }
  });

  it('stay as closed with serial ports as the page about ground equipment opens them', { skip }, () => {
    using folder = new TestFolder();
    const file = join(folder.path, 'kitestring.service');
    const dropIn = readFileSync(join(UNITS, 'kitestring.service.d/serial.conf'), 'utf8');
    const unit = unitOf('kitestring.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
    mkdirSync(`${file}.d`);
    writeFileSync(file, unit);
    writeFileSync(join(`${file}.d`, 'serial.conf'), dropIn);
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    });
    assert.deepEqual([verified.status, verified.stderr], [0, '']);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(judged.stdout)?.[1]);
    assert.ok(exposure <= EXPOSURE_MAX + 0.5, `${exposure}`);
    const page = readFileSync(join(ROOT, 'docs/builder/ground-equipment.md'), 'utf8');
    assert.ok(page.includes('install -m 0644 deploy/systemd/kitestring.service.d/serial.conf'));
    assert.match(dropIn, /^DevicePolicy=closed$/m);
  });

  it('name users that are declared, and folders that are theirs', () => {
    const users = [
      ...readFileSync(join(UNITS, 'kitestring.sysusers'), 'utf8').matchAll(/^u (\S+) .* (\/var\/lib\/\S+)$/gm),
    ];
    assert.deepEqual(
      new Set(names.map((name) => setting(unitOf(name), 'User'))),
      new Set(users.map(([, user]) => user)),
    );
    for (const name of names) {
      const home = users.find(([, user]) => user === setting(unitOf(name), 'User'))?.[2];
      assert.equal(`/var/lib/${setting(unitOf(name), 'StateDirectory')}`, home);
    }
  });

  it('start again for as long as what they need is away, and not after a wrong setting', () => {
    for (const name of names) {
      const unit = unitOf(name);
      assert.match(setting(unit, 'Restart'), /^(always|on-failure)$/);
      assert.equal(setting(unit, 'StartLimitIntervalSec'), '0', name);
      if (name !== 'nats-server.service') assert.equal(setting(unit, 'RestartPreventExitStatus'), '2');
    }
  });

  it('find built ahead what they cannot write', () => {
    const prepared = spawnSync(process.execPath, [join(ROOT, 'scripts/prepare.mjs')], { encoding: 'utf8' });
    assert.deepEqual([prepared.status, prepared.stderr], [0, '']);
  });

  for (const [name, folder] of [
    ['kitestring-hub.service', 'kitestring-hub'],
    ['kitestring.service', 'kitestring'],
  ] as const) {
    it(`${name} runs a command that takes its settings from where the unit says`, () => {
      using clean = new TestFolder();
      mkdirSync(join(clean.path, 'state'));
      const unit = unitOf(name);
      const [, program, ...args] = setting(unit, 'ExecStart').split(' ');
      assert.equal(program, '/opt/kitestring/packages/cli/bin/kitestring.mjs');
      const variables = Object.fromEntries(
        setting(unit, 'Environment')
          .split(' ')
          .map((text) => text.split('=')),
      );
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [program.replace('/opt/kitestring', ROOT), ...args, '--print-config'],
        { cwd: clean.path, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', ...variables } },
      );
      assert.equal(status, 0, stderr);
      assert.match(stdout, new RegExp(`data_dir\\W+/var/lib/${folder}\\b`));
      assert.match(stdout, /^ +format: json +# KITESTRING_/m);
    });
  }
});
