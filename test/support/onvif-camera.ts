import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const LAUNCHER = join(import.meta.dirname, '../../packages/cli/bin/kitestring.mjs');

interface Announced {
  readonly onvif: string;
  readonly rtsp: string;
  readonly user: string;
  readonly password: string;
}

/** A camera of the command line, on free ports. */
export class OnvifCamera implements AsyncDisposable {
  readonly announced: Announced;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(announced: Announced, child: ChildProcess, folder: string) {
    this.announced = announced;
    this.#child = child;
    this.#folder = folder;
  }

  static async start(...flags: readonly string[]): Promise<OnvifCamera> {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-onvif-camera-'));
    const ports = ['--port', '0', '--onvif-port', '0', '--video-rtsp-port', '0', '--video-rtsps-port', '0'];
    const words = ['camera', '--json', ...ports, '--data-dir', folder, '--console-enabled', 'false', ...flags];
    const child = spawn(process.execPath, [LAUNCHER, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit').then(([status]) => {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(`the camera has ended with ${status}`);
    });
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
    return new OnvifCamera(JSON.parse(line) as Announced, child, folder);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
