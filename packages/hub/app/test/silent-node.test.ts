import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { ServedTime } from '@kitestring/lab-testing/served-time.ts';
import { connectHub } from '../src/broker/broker.ts';
import { openHubKeys } from '../src/identity/hub-keys.ts';

/** Pings each 2 s, of which two may be without an answer, and a dial. */
const NOTICED_MS = 8000;

it('a hub whose node falls silent without a word is at another one within seconds', {
  skip: missingNatsServer(),
}, async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-silent-'));
  cleanup.defer(() => rmSync(folder, { recursive: true }));
  const server = spawn(natsServerProgram()?.path ?? '', ['-a', '127.0.0.1', '-p', '-1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cleanup.defer(() => void server.kill());
  let port = 0;
  for await (const line of createInterface({ input: server.stderr })) {
    port = Number(/client connections on [^:]+:(\d+)/.exec(line)?.[1] ?? port);
    if (line.includes('Server is ready')) break;
  }
  server.stderr.resume();
  const nodes = [await ChaosRelay.start(port, 1), await ChaosRelay.start(port, 2)];
  for (const node of nodes) cleanup.use(node);
  const connection = await connectHub({
    keys: openHubKeys(join(folder, 'keys'), { mayMake: true }),
    broker: { servers: nodes.map((node) => `127.0.0.1:${node.port}`), tls: undefined },
    name: 'hubaaaaaaaaaaaa',
    nowMs: Date.now,
  });
  cleanup.defer(() => connection.close());
  const status = connection.status()[Symbol.asyncIterator]();
  for (const node of nodes) if (node.connections > 0) node.freeze();
  using sinceFrozen = new ServedTime();
  for (let type = ''; type !== 'reconnect'; ) type = String((await status.next()).value?.type);
  await connection.flush();
  assert.ok(sinceFrozen.ms < NOTICED_MS, `${sinceFrozen.ms} ms`);
});
