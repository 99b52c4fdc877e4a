import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeContract } from './make-contract.ts';
import { makeClient, makePlayer } from './make-player.ts';
import { makeHub, makeProgram, makeVideo } from './make-program.ts';
import { makeTesting } from './make-testing.ts';
import { ROOT } from './own-modules.ts';
import { PACKAGES, type PackageFolder, packageJson } from './package-facts.ts';
import { readme } from './readme.ts';
import { writeFile } from './write-file.ts';

const MAKERS: Readonly<Record<PackageFolder, (folder: string) => Promise<void>>> = {
  contract: makeContract,
  client: makeClient,
  player: makePlayer,
  video: makeVideo,
  hub: makeHub,
  kitestring: makeProgram,
  testing: makeTesting,
};

const NPM_WITHIN_MS = 120_000;

interface PackOptions {
  /** Folder that gets a folder of each package and its archive; what it has of them is replaced. */
  readonly out: string;
  /** Address of the repository at its forge, `https://...`. */
  readonly repository?: string | undefined;
}

/** A package as npm has packed it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Name of the archive in the folder. */
  readonly filename: string;
  /** Bytes of the archive. */
  readonly size: number;
  /** Bytes of its files. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Makes every published package, and its archive. @returns them in the order in which they are published */
export async function packPackages({ out, repository }: PackOptions): Promise<readonly PackedPackage[]> {
  const names = Object.keys(PACKAGES) as PackageFolder[];
  for (const name of names) await makePackage(name, join(out, name), repository);
  return archives(out, names);
}

/** Makes the folder of one package, in place of what is there. */
export async function makePackage(name: PackageFolder, folder: string, repository?: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await MAKERS[name](folder);
  writeFile(join(folder, 'package.json'), `${JSON.stringify(packageJson(PACKAGES[name], repository), null, 2)}\n`);
  writeFile(join(folder, 'README.md'), readme(name));
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(ROOT, file), join(folder, file));
}

function archives(out: string, names: readonly string[]): readonly PackedPackage[] {
  const folders = names.map((name) => `./${name}`);
  const printed = npm(out, 'pack', ...folders, '--ignore-scripts', '--json', '--pack-destination', '.');
  return JSON.parse(printed.slice(printed.indexOf('['))) as readonly PackedPackage[];
}

/** Runs the npm that runs this, or else the one that is installed. */
function npm(folder: string, ...args: readonly string[]): string {
  const cli = process.env.npm_execpath;
  const [program, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return execFileSync(program, [...before, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: NPM_WITHIN_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
