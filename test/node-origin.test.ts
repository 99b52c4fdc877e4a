import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { compareNode } from '../scripts/node-origin.mjs';

const NAME = 'node-v1.2.3-linux-x64';
const skip = ['gpg', 'gpgv'].some((program) => spawnSync(program, ['--version']).error !== undefined) && 'needs gpg';

/** A maker of programs: an archive, the list of its sum, signed, and a keyring. */
class Maker implements AsyncDisposable {
  readonly folder = new TestFolder();
  readonly home = this.folder.file('gnupg');
  readonly files = new Map<string, Buffer>();
  readonly #server = createServer(({ url = '' }, response) => {
    const file = this.files.get(url);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });

  constructor() {
    mkdirSync(this.home);
    chmodSync(this.home, 0o700);
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** @returns the fingerprint of a new key */
  newKey(user: string): string {
    this.#gpg('--passphrase', '', '--quick-gen-key', user, 'ed25519', 'sign', 'never');
    return /^fpr:+(\w+):/m.exec(this.#gpg('--with-colons', '--list-keys', user))?.[1] ?? assert.fail();
  }

  /** Publishes an archive with this program, and its sum, signed by a user. */
  publish(program: string, user: string): void {
    mkdirSync(this.folder.file(`${NAME}/bin`), { recursive: true });
    writeFileSync(this.folder.file(`${NAME}/bin/node`), program);
    const archive = execFileSync('tar', ['-cz', '-C', this.folder.path, NAME]);
    const sum = createHash('sha256').update(archive).digest('hex');
    writeFileSync(this.folder.file('sums'), `${sum}  ${NAME}.tar.gz\n`);
    const signed = this.#gpg('--local-user', user, '--output', '-', '--clearsign', this.folder.file('sums'));
    this.files.set('/v1.2.3/SHASUMS256.txt.asc', Buffer.from(signed));
    this.files.set(`/v1.2.3/${NAME}.tar.gz`, archive);
    this.files.set('/keyring', readFileSync(`${this.home}/pubring.kbx`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    spawnSync('gpgconf', ['--homedir', this.home, '--kill', 'all']);
    this.#server.close();
    await once(this.#server, 'close');
    this.folder[Symbol.dispose]();
  }

  #gpg(...args: readonly string[]): string {
    const all = ['--homedir', this.home, '--batch', '--yes', '--pinentry-mode', 'loopback', ...args];
    return execFileSync('gpg', all, { encoding: 'utf8', stdio: 'pipe' });
  }
}

it('The program of Node is compared with the archive whose sum its makers have signed', { skip }, async () => {
  await using maker = new Maker();
  const url = await maker.start();
  const [release, other] = [maker.newKey('release@example.org'), maker.newKey('other@example.org')];
  const program = maker.folder.file('node');
  writeFileSync(program, 'the program');
  const compared = (keys = [release]) =>
    compareNode({ dist: url, keyring: `${url}/keyring`, keys, platform: 'linux-x64', program, version: '1.2.3' });
  await assert.rejects(compared(), /SHASUMS256\.txt\.asc cannot be had \(status 404\)/);
  maker.publish('the program', release);
  assert.match(await compared(), /is the program of node-v1\.2\.3-linux-x64\.tar\.gz, whose sum the makers/);
  await assert.rejects(compared([other]), /no release key has signed the list/);
  maker.publish('another program', release);
  await assert.rejects(compared(), /is not the program that the makers of Node have signed/);
  maker.files.set(`/v1.2.3/${NAME}.tar.gz`, Buffer.from('another archive'));
  await assert.rejects(compared(), /has another sum than its makers say/);
  assert.equal(readFileSync(program, 'utf8'), 'the program');
});
