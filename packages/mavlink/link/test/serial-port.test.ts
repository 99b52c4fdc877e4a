import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { openTransport } from '../src/transport/open-transport.ts';
import { TransportRecorder } from './support/transport-recorder.ts';

/** The other end of a serial line: it prints the name of the port, and sends back what it reads. */
const ECHO = `
import os, pty, tty
here, there = pty.openpty()
tty.setraw(there)
print(os.ttyname(there), flush=True)
while True:
    os.write(here, os.read(here, 1024))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0 && process.platform === 'linux';

async function echo(): Promise<{ child: ChildProcessByStdio<null, Readable, null>; path: string }> {
  const child = spawn('python3', ['-c', ECHO], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [path] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, path };
}

/** Blocks the event loop until a program has ended, with all that it had open. */
function waitForExit({ pid }: { readonly pid?: number | undefined }): void {
  while (!/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')));
}

describe('a serial port', () => {
  it('that is not there is one line with what to try', async () => {
    const address = { kind: 'serial', path: '/dev/no-such-tty', baud: 57_600 } as const;
    await assert.rejects(openTransport(address, new VirtualClock(), new TransportRecorder()), {
      name: 'TransportFault',
      message: /^\/dev\/no-such-tty: (no such device|the package serialport is not installed): /,
    });
  });

  const skip = hasPython ? false : 'no python3 on Linux here';
  it('carries bytes both ways, is used by one program, and is Down when its device goes', { skip }, async (test) => {
    const { child, path } = await echo();
    test.after(() => child.kill());
    const address = { kind: 'serial', path, baud: 57_600 } as const;
    const events = new TransportRecorder();
    const clock = new VirtualClock();
    await using port = await openTransport(address, clock, events);
    await events.when(({ states }) => states.includes('Open'));
    // Each answer is to arrive although nothing else wakes the loop.
    for (let count = 1; count <= 20; count += 1) {
      port.send(Buffer.from('there and back. '), 'Order');
      await events.when(({ text }) => text === 'there and back. '.repeat(count));
    }
    await assert.rejects(openTransport(address, clock, new TransportRecorder()), { code: 'PORT_IN_USE' });
    child.kill();
    await events.when(({ states }) => states.at(-1) === 'Down');
    clock.advance(0.5);
    await events.when(({ states }) => states.length === 3);
    assert.match(port.state.state === 'Down' ? port.state.reason : '', /no such device/);
  });

  it('whose device goes between two reads is Down', { skip }, async (test) => {
    const { child, path } = await echo();
    test.after(() => child.kill());
    const events = new TransportRecorder();
    const address = { kind: 'serial', path, baud: 57_600 } as const;
    await using port = await openTransport(address, new VirtualClock(), events);
    // Each further read gives no bytes, and no error.
    events.isValid = () => {
      child.kill('SIGKILL');
      waitForExit(child);
      return true;
    };
    port.send(Buffer.from('the last words'), 'Order');
    await events.when(({ states }) => states.at(-1) === 'Down');
  });
});
