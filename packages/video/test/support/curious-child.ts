import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { MessagePipe, PIPE_FD } from '@kitestring/media/process/message-pipe.ts';

/** A media process that tries forbidden actions, for media-child.test.ts, and reports those that succeeded. */
const pipe = new MessagePipe(new Socket({ fd: PIPE_FD, readable: true, writable: true }), {
  onMessage: (value) => tell((value as { outputs: { host: string } }).outputs.host),
  onBroken: () => process.exit(1),
});

function tell(folder: string): void {
  const attempts: Record<string, () => unknown> = {
    'read the API key': () => readFileSync(join(dirname(folder), 'api-key')),
    'write beside its folder': () => writeFileSync(join(dirname(folder), 'station.sqlite'), ''),
    'read the passwords': () => readFileSync('/etc/passwd'),
    'start a program': () => spawnSync(process.execPath, ['--version']),
    'read its own source': () => readFileSync(new URL(import.meta.url)),
    'write a recording': () => writeFileSync(join(folder, 'main.mp4'), ''),
  };
  const could = Object.entries(attempts).filter(([, attempt]) => isPossible(attempt));
  const secrets = Object.keys(process.env).filter((name) => /KEY|TOKEN|SECRET|PASS|KITESTRING/.test(name));
  pipe.send({ kind: 'trouble', reason: JSON.stringify({ could: could.map(([name]) => name), secrets }) });
}

function isPossible(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
