import type { Cancel, Clock } from '@kitestring/base/clock.ts';

/** Real time. */
export class TimerClock implements Clock {
  nowUs(): number {
    return Math.round((performance.timeOrigin + performance.now()) * 1000);
  }

  schedule(atUs: number, callback: () => void): Cancel {
    const timer = setTimeout(callback, Math.max(0, (atUs - this.nowUs()) / 1000));
    timer.unref();
    return () => clearTimeout(timer);
  }
}
