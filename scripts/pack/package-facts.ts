import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HUB_LIBRARIES, shortName } from './optional-libraries.ts';
import { ROOT } from './own-modules.ts';

type Names = Readonly<Record<string, string>>;

/** Facts of a published package; its manifest has them beside those that all share. */
interface PackageFacts {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** The oldest Node. */
  readonly node: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Names>>;
  readonly types?: string;
  readonly bin?: Names;
  readonly dependencies?: Names;
  /** Packages that a user adds when they are needed. */
  readonly optionalPeers?: Names;
  /** False where an unused module has no effect. */
  readonly sideEffects?: false;
}

const manifest = (folder: string): { version: string; dependencies: Names; optionalDependencies: Names } =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

/** One version for all packages: a station, its codecs and its hub belong together. */
export const { version: VERSION } = manifest('.');

const CLIENT = manifest('packages/client');
const MEDIA = manifest('packages/video/process');
const SERIAL = manifest('packages/mavlink/link');
const WORDS = ['drone', 'uav', 'ground-station', 'tethered-drone', 'simulator'];
const MODULE = { types: './dist/index.d.ts', default: './dist/index.js' };

/** Every published package by its folder, in the order in which they are published. */
export const PACKAGES = {
  contract: {
    name: '@kitestring/contract',
    description: 'Types, schemas, errors and notifications of the local API of a Ground Station.',
    keywords: [...WORDS, 'openapi', 'asyncapi', 'json-schema'],
    node: '>=20.3',
    files: ['dist', 'openapi', 'CHANGELOG.md'],
    types: MODULE.types,
    exports: {
      '.': MODULE,
      './openapi.json': './openapi/openapi.json',
      './asyncapi.json': './openapi/asyncapi.json',
      './openapi/*.json': './openapi/*.json',
      './package.json': './package.json',
    },
    sideEffects: false,
  },
  client: {
    name: '@kitestring/client',
    description: 'A typed client of the local API of a Ground Station, for Node, browsers, Deno and Bun.',
    keywords: [...WORDS, 'client', 'websocket', 'typescript'],
    node: '>=20.3',
    files: ['dist', 'CHANGELOG.md'],
    types: MODULE.types,
    exports: {
      '.': MODULE,
      './node': { types: './dist/node-index.d.ts', default: './dist/node-index.js' },
      './package.json': './package.json',
    },
    dependencies: CLIENT.dependencies,
    sideEffects: false,
  },
  player: {
    name: '@kitestring/player',
    description: 'Plays the live video of a Ground Station in a web page, over WebRTC or Media Source Extensions.',
    keywords: [...WORDS, 'video', 'webrtc', 'player', 'browser'],
    node: '>=20.3',
    files: ['dist', 'CHANGELOG.md'],
    types: MODULE.types,
    exports: { '.': MODULE, './package.json': './package.json' },
    sideEffects: false,
  },
  video: {
    name: '@kitestring/video',
    description: 'Live video, snapshots and recordings of a Kitestring station: the media process and its codecs.',
    keywords: [...WORDS, 'video', 'rtsp', 'webrtc', 'h264'],
    node: '>=24',
    files: ['dist', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.txt'],
    exports: { './*.mjs': './dist/*.mjs', './package.json': './package.json' },
    dependencies: MEDIA.optionalDependencies,
  },
  hub: {
    name: '@kitestring/hub',
    description: 'The page and the libraries of a Kitestring hub: PGlite, and clients of NATS, PostgreSQL and OpenID.',
    keywords: [...WORDS, 'fleet', 'nats', 'postgresql'],
    node: '>=24',
    files: ['lib', 'page', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.txt'],
    exports: {
      ...Object.fromEntries(
        Object.keys(HUB_LIBRARIES).map((name) => [`./${shortName(name)}.mjs`, `./lib/${shortName(name)}.mjs`]),
      ),
      './page/*': './page/*',
      './package.json': './package.json',
    },
    dependencies: HUB_LIBRARIES,
  },
  kitestring: {
    name: 'kitestring',
    description: 'A Ground Station of a tethered drone in software: its local API, on a simulator or a real aircraft.',
    keywords: [...WORDS, 'mavlink', 'mock-server', 'testing', 'cli'],
    node: '>=24',
    files: ['assets', 'bin', 'dist', 'pages', 'CHANGELOG.md'],
    exports: { './package.json': './package.json' },
    bin: { kitestring: 'bin/kitestring.cjs' },
    optionalPeers: {
      '@kitestring/hub': VERSION,
      '@kitestring/video': VERSION,
      ...SERIAL.optionalDependencies,
    },
  },
  testing: {
    name: '@kitestring/testing',
    description: 'A simulated Ground Station in your tests: one line, the same state before each test.',
    keywords: [...WORDS, 'testing', 'vitest', 'jest'],
    node: '>=24',
    files: ['dist', 'CHANGELOG.md'],
    types: MODULE.types,
    exports: {
      '.': MODULE,
      './jest': { types: './dist/jest.d.ts', default: './dist/jest.js' },
      './node-test': { types: './dist/node-test.d.ts', default: './dist/node-test.js' },
      './vitest': { types: './dist/vitest.d.ts', default: './dist/vitest.js' },
      './package.json': './package.json',
    },
    optionalPeers: { kitestring: VERSION },
    sideEffects: false,
  },
} as const satisfies Readonly<Record<string, PackageFacts>>;

export type PackageFolder = keyof typeof PACKAGES;

/** @param repository its address at a forge, `https://...`; npm ties a package to it when it proves where it was built */
export function packageJson(facts: PackageFacts, repository: string | undefined): object {
  const { bin, dependencies, description, exports, files, keywords, name, node, optionalPeers, sideEffects, types } =
    facts;
  return {
    name,
    version: VERSION,
    description,
    keywords,
    license: 'Apache-2.0',
    ...(repository !== undefined && {
      homepage: `${repository}#readme`,
      bugs: `${repository}/issues`,
      repository: { type: 'git', url: `git+${repository}.git` },
    }),
    type: 'module',
    engines: { node },
    files,
    ...(bin !== undefined && { bin }),
    ...(types !== undefined && { types }),
    exports,
    ...(sideEffects !== undefined && { sideEffects }),
    ...(dependencies !== undefined && { dependencies }),
    ...(optionalPeers !== undefined && {
      peerDependencies: optionalPeers,
      peerDependenciesMeta: Object.fromEntries(Object.keys(optionalPeers).map((peer) => [peer, { optional: true }])),
    }),
    publishConfig: { access: 'public' },
  };
}
