import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Holds a Linux lease on a file until it is killed (fcntl F_SETLEASE, F_WRLCK), and does not release it. */
const HOLDER = `
  import { dlopen } from 'node:ffi';
  import { openSync } from 'node:fs';
  process.on('SIGIO', () => {});
  const { functions } = dlopen(null, { fcntl: { arguments: ['i32', 'i32', 'i32'], return: 'i32' } });
  process.send(functions.fcntl(openSync(process.argv[1], 'r+'), 1024, 1));
  setInterval(() => {}, 1000);
`;

/** Why files cannot be stalled here; false if they can. */
export const WITHOUT_STALLED_FILES: string | false = process.platform === 'linux' ? false : 'needs the leases of Linux';

/** A file that no process can open, as on a disk that does not answer: the kernel blocks each attempt for at most 45 s. */
export class StalledFile implements AsyncDisposable {
  readonly #holder: ChildProcess;

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
  }

  /** @param path of a file that is not open anywhere */
  static async stall(path: string): Promise<StalledFile> {
    const args = ['--experimental-ffi', '--no-warnings', '--input-type=module', '-e', HOLDER, path];
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [outcome] = await once(holder, 'message');
    if (outcome !== 0) throw new Error(`no lease on ${path}: it is open`);
    return new StalledFile(holder);
  }

  /** The disk answers again. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#holder.exitCode !== null || this.#holder.signalCode !== null) return;
    const ended = once(this.#holder, 'exit');
    this.#holder.kill('SIGKILL');
    await ended;
  }
}
