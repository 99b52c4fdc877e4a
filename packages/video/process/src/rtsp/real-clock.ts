import type { DeadlineClock } from './ports.ts';

/** Real time, monotonic when the system clock is set. Its timers do not keep the process alive. */
export class RealClock implements DeadlineClock {
  nowUs(): number {
    return Math.round((performance.timeOrigin + performance.now()) * 1000);
  }

  schedule(atUs: number, callback: () => void): () => void {
    const timeout = setTimeout(callback, Math.max(0, Math.ceil((atUs - this.nowUs()) / 1000))).unref();
    return () => clearTimeout(timeout);
  }
}
