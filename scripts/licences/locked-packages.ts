import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A package of the lock file, once for each version of it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package declares it. */
  readonly licence: string;
  /** SHA-512 of the archive that npm checks, hexadecimal. */
  readonly sha512: string;
  /**
   * `required`: needed to run a station, or part of a page that it serves; `optional`: npm may leave it out;
   * `development`: for development and tests only.
   */
  readonly use: 'required' | 'optional' | 'development';
  /** For one platform, or needed only by such a package: absent on other machines. */
  readonly isForOnePlatform: boolean;
  /** Keys of its direct dependencies. */
  readonly dependencies: readonly string[];
  /** Where npm puts it, relative to the project. */
  readonly folder: string;
}

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const root = fileURLToPath(new URL('../../', import.meta.url));

const PLACE = 'node_modules/';
const entries = Object.entries(
  (JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as { packages: Record<string, LockEntry> }).packages,
);
const byFolder = new Map(entries);

export const keyOf = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string => `${name}@${version}`;

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf(PLACE) + PLACE.length);

/** Resolved as Node does: in the folder itself, then in its parents. */
function found(from: string, name: string): LockEntry | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf(`/${PLACE}`)))) {
    const entry = byFolder.get(place === '' ? PLACE + name : `${place}/${PLACE}${name}`);
    if (entry !== undefined || place === '') return entry;
  }
}

/** The lock file has development dependencies of the project's own packages only. */
function dependenciesOf([folder, entry]: readonly [string, LockEntry]): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, ...devDependencies })
    .flatMap((name) => {
      const needed = found(folder, name);
      return needed === undefined || needed.link ? [] : [keyOf({ name, version: needed.version })];
    })
    .sort();
}

/** Licences that a manifest does not have; that of the next version, of the same code, names it. */
const UNNAMED: Readonly<Record<string, string>> = { '@mapbox/jsonlint-lines-primitives@2.0.2': 'MIT' };

function locked([folder, entry]: readonly [string, LockEntry]): LockedPackage {
  const { cpu, dev, devOptional, integrity = '', optional, os, version } = entry;
  const name = nameOf(folder);
  const license = entry.license ?? UNNAMED[keyOf({ name, version })];
  const [, base64 = ''] = /^sha512-(.+)$/.exec(integrity) ?? [];
  if (license === undefined || base64 === '') throw new Error(`${name}: the lock file has no licence or no SHA-512`);
  return {
    name,
    version,
    licence: license,
    sha512: Buffer.from(base64, 'base64').toString('hex'),
    use: dev || devOptional ? 'development' : optional ? 'optional' : 'required',
    isForOnePlatform: os !== undefined || cpu !== undefined,
    dependencies: dependenciesOf([folder, entry]),
    folder,
  };
}

const USES = ['required', 'optional', 'development'] as const;

/** A built page contains these and their dependencies; npm counts them as development dependencies. */
const PAGE_LIBRARIES = ['maplibre-gl', 'pmtiles', 'qr', 'react', 'react-aria-components', 'react-dom', 'uplot'];

/** All third-party packages, each version once with its most important use, by name. */
export function lockedPackages(): readonly LockedPackage[] {
  const all = entries.filter(([folder, { link }]) => folder.includes(PLACE) && !link).map(locked);
  const once = [...Map.groupBy(all, keyOf).values()].map(
    (same) => same.toSorted((a, b) => USES.indexOf(a.use) - USES.indexOf(b.use))[0] as LockedPackage,
  );
  const byKey = new Map(once.map((found) => [keyOf(found), found]));
  const everywhere = neededEverywhere(directDependencies(), byKey);
  const pages = neededEverywhere(once.filter(({ name }) => PAGE_LIBRARIES.includes(name)).map(keyOf), byKey);
  return once
    .map((found): LockedPackage => {
      const key = keyOf(found);
      return { ...found, ...(pages.has(key) && { use: 'required' }), isForOnePlatform: !everywhere.has(key) };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Keys of these and their dependencies, without those reached only through a package for one platform. */
function neededEverywhere(keys: readonly string[], byKey: ReadonlyMap<string, LockedPackage>): ReadonlySet<string> {
  const needed = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const found = byKey.get(key);
    if (found === undefined || found.isForOnePlatform || needed.has(key)) continue;
    needed.add(key);
    waiting.push(...found.dependencies);
  }
  return needed;
}

/** Keys of the direct dependencies of the project's packages. */
export function directDependencies(): readonly string[] {
  const own = entries.filter(([folder, { link }]) => !folder.includes(PLACE) && !link);
  return [...new Set(own.flatMap(dependenciesOf))].sort();
}
