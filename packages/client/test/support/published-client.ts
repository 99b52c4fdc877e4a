import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { COMPILER_ENVIRONMENT } from '../../build/emitted-files.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PACKAGE = join(ROOT, 'packages/client');

/** A folder in which the client is installed as npm packs it, and nothing else of this repository. */
export class PublishedClient implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'kitestring-published-client-'));
  /** Paths in the package. */
  readonly files: readonly string[];

  constructor() {
    const packed = npm('pack', PACKAGE, '--ignore-scripts=false', '--json', '--pack-destination', this.folder);
    const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [
      { filename: string; files: readonly { path: string }[] },
    ];
    this.files = files.map(({ path }) => path);
    this.write('package.json', '{ "type": "module", "private": true }');
    // Its only dependency from here, for a machine without a registry.
    npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', this.folder, join(this.folder, filename), WS);
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Checks files with the compiler. @throws what it finds */
  check(files: readonly string[]): void {
    const compilerOptions = {
      target: 'esnext',
      lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      allowJs: true,
      checkJs: true,
    };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const command = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', this.folder, '--checkers', '1'];
    run(process.execPath, command, COMPILER_ENVIRONMENT);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const WS = join(ROOT, 'node_modules/ws');

function npm(...args: readonly string[]): string {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args]) : run('npm', args);
}

function run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): string {
  const env = { ...process.env, ...more };
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000, env });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`${program} ${args[0]} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** The Nodes of this machine, one of each major version; that which runs this first. */
export function nodesHere(): ReadonlyMap<number, string> {
  const nodes = new Map([[majorOf(process.version), process.execPath]]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const program = join(folder, 'node');
    try {
      const major = majorOf(run(program, ['--version']));
      if (!nodes.has(major)) nodes.set(major, program);
    } catch {
      // No Node there.
    }
  }
  return nodes;
}

const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1]);
