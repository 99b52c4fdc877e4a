import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { INSTALLED_BY } from '@kitestring/lab-testing/programs.ts';

/** The reason to skip what needs these programs; false when all are installed. */
export function missing(...names: readonly string[]): string | false {
  const absent = names.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined);
  return absent.length === 0 ? false : `no ${absent.join(', ')} in the PATH: ${INSTALLED_BY}, as root`;
}

/** The reason to skip what needs these parts of GStreamer; false when all are installed. */
export function missingElements(...names: readonly string[]): string | false {
  const absent = names.filter(
    (name) => spawnSync('gst-inspect-1.0', ['--exists', name], { stdio: 'ignore' }).status !== 0,
  );
  return absent.length === 0 ? false : `no ${absent.join(', ')} of GStreamer: ${INSTALLED_BY}, as root`;
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** A program that is ended when it takes too long. */
export function run(name: string, args: readonly string[], deadlineMs = 180_000): Promise<Outcome> {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  return ended(child).finally(() => clearTimeout(timer));
}

function ended(child: ChildProcess): Promise<Outcome> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-100_000);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
