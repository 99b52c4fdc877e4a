import type { Clock } from './ports.ts';

/** Real time, which never goes back when the clock of the computer is set. Its timers keep no process alive. */
export class RealClock implements Clock {
  nowUs(): number {
    return Math.round((performance.timeOrigin + performance.now()) * 1000);
  }

  schedule(atUs: number, callback: () => void): () => void {
    const timeout = setTimeout(callback, Math.max(0, Math.ceil((atUs - this.nowUs()) / 1000))).unref();
    return () => clearTimeout(timeout);
  }
}
