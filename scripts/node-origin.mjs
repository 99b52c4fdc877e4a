// Compares the Node that npm has installed here with what its makers have signed. Their list has the sums of archives, so the archive is fetched,
// too: signature, sum, and then the program in it, byte by byte. It changes nothing. One line says what came out, and what could not be had.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Primary keys of those who release Node (https://github.com/nodejs/node#release-keys). */
const RELEASE_KEYS = [
  'C0D6248439F1D5604AAFFB4021D900FFDB233756',
  'DD792F5973C6DE52C432CBDAC77ABFA00DDBF2B7',
  'CC68F5A3106FF448322E48ED27F5E38D5B0A215F',
  '8FCCA13FEF1D0C2E91008E09770F7A9A5AE15600',
  '890C08DB8579162FEE0DF9DB8BEAB4DFCF555EF4',
  'C82FA3AE1CBEDC6BE46B9360C43CEC45C17AB93C',
  '108F52B48DB57BB0CC439B2997B01419BD92F80A',
  'A363A499291CBBC940DD62E41F10027AF002F8B0',
];
/** Needs no trust: a signature counts by the fingerprint of its key. */
const KEYRING = 'https://github.com/nodejs/release-keys/raw/HEAD/gpg-only-active-keys/pubring.kbx';
const DIST = 'https://nodejs.org/dist';
const DEADLINE_MS = 120_000;

/** Why something could not be compared. */
class UnavailableFault extends Error {}

async function fetched(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new UnavailableFault(`${url} cannot be had (${error.cause?.code ?? error.message})`);
  }
}

/** @returns the list of sums. @throws Error where none of the keys has signed it */
function signedList(folder, list, keyring, keys) {
  const [listFile, keyringFile, textFile] = ['list.asc', 'keyring.kbx', 'list'].map((name) => join(folder, name));
  writeFileSync(listFile, list);
  writeFileSync(keyringFile, keyring);
  const args = ['--status-fd', '1', '--keyring', keyringFile, '--output', textFile, listFile];
  const { error, stderr, stdout } = spawnSync('gpgv', args, { encoding: 'utf8' });
  if (error !== undefined) throw new UnavailableFault(`gpgv does not run (${error.code})`);
  // Its last field is the fingerprint of the primary key (GnuPG, doc/DETAILS).
  const signers = [...stdout.matchAll(/^\[GNUPG:\] VALIDSIG .* (\w+)$/gm)].map(([, key]) => key);
  if (!signers.some((key) => keys.includes(key)))
    throw new Error(`no release key has signed the list: ${stderr.trim()}`);
  return readFileSync(textFile, 'utf8');
}

/** @returns the sentence that is printed. @throws Error where the program is another, UnavailableFault where that is not known */
export async function compareNode({ dist = DIST, keyring = KEYRING, keys = RELEASE_KEYS, platform, program, version }) {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-node-origin-'));
  try {
    const name = `node-v${version}-${platform}`;
    const list = signedList(
      folder,
      await fetched(`${dist}/v${version}/SHASUMS256.txt.asc`),
      await fetched(keyring),
      keys,
    );
    const archive = await fetched(`${dist}/v${version}/${name}.tar.gz`);
    if (!list.includes(`${hash('sha256', archive)}  ${name}.tar.gz`))
      throw new Error(`${name}.tar.gz has another sum than its makers say`);
    const options = { input: archive, maxBuffer: 2 ** 30 };
    const { error, status, stdout } = spawnSync('tar', ['-xzOf', '-', `${name}/bin/node`], options);
    if (error !== undefined || status !== 0) throw new UnavailableFault(`tar does not unpack ${name}.tar.gz`);
    if (!stdout.equals(readFileSync(program)))
      throw new Error(`${program} is not the program that the makers of Node have signed`);
    return `${program} is the program of ${name}.tar.gz, whose sum the makers of Node have signed`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const platform = `${process.platform}-${process.arch}`;
  const folder = ['node-', 'node-bin-']
    .map((name) => join(import.meta.dirname, '../node_modules', `${name}${platform}`))
    .find((path) => existsSync(path));
  try {
    if (folder === undefined) throw new UnavailableFault(`npm has installed none for ${platform}`);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    console.log(await compareNode({ platform, program: join(folder, 'bin/node'), version }));
  } catch (error) {
    if (!(error instanceof UnavailableFault)) throw error;
    console.log(`Node was not compared with the signed sums of its makers: ${error.message}`);
  }
}
