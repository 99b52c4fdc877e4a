import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { LineEquipment } from '../src/lines/line-equipment.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/ground-equipment/winch.py');
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'no python3';

const equipmentAt = (port: number, clock: RealTimeClock) =>
  LineEquipment.open({ kind: 'tcp', host: '127.0.0.1', port }, { clock });

/** The example as a builder starts it. */
async function startExample(cleanup: AsyncDisposableStack, port = 0): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn('python3', [EXAMPLE, `${port}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanup.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [line] = (await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')) as [string];
  return { port: Number(/port (\d+)/.exec(line)?.[1]), child };
}

describe('ground equipment over TCP', () => {
  it('a box that comes later, and again after each end of its connection, is found', async () => {
    await using cleanup = new AsyncDisposableStack();
    const clock = cleanup.adopt(new RealTimeClock(), (it) => it.stop());
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      // Cut anywhere, and behind garbage.
      socket.write('\xff\xfe garbage\n{"kind":"hello","protocol":"kitestring-gro');
      socket.once('data', () =>
        socket.write(
          'und","version":1,"name":"Box","parts":{"line":{"orders":[]}}}\n{"kind":"state","line":{"length_m":7}}\n',
        ),
      );
      socket.on('error', () => {});
    });
    cleanup.defer(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const equipment = cleanup.use(await equipmentAt(port, clock));
    await until('a reading', () => equipment.reading?.line?.lengthM === 7);
    sockets[0]?.destroy();
    await until('a second connection', () => sockets.length === 2);
    cleanup.defer(() => sockets.forEach((socket) => void socket.destroy()));
  });

  it('the example does what the documentation says', { skip }, async () => {
    await using cleanup = new AsyncDisposableStack();
    const clock = cleanup.adopt(new RealTimeClock(), (it) => it.stop());
    const { port } = await startExample(cleanup);
    const equipment = cleanup.use(await equipmentAt(port, clock));
    await until('the example', () => equipment.link === 'Heard');
    assert.equal(equipment.name, 'Example winch');
    assert.deepEqual(equipment.capabilities.line?.orders, ['lineLength', 'lineRate', 'lineStop']);
    assert.deepEqual(await equipment.order({ kind: 'lineLength', lengthM: 0.6, rateMps: 1 }), { outcome: 'Accepted' });
    await until('the length', () => equipment.reading?.line?.lengthM === 0.6);
    assert.deepEqual(await equipment.order({ kind: 'tetherPower', isOn: false }), { outcome: 'Accepted' });
    await until('no power', () => equipment.reading?.tetherPower?.isOn === false);
    assert.equal(equipment.reading?.kiteInCradle, false);
  });
});
