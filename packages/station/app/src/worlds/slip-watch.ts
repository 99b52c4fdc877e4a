import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';

/** Short enough for an operator who notices at once, long enough to skip a single stall of the machine. */
const LOOK_EVERY_S = 5;
/** Share of the interval: less is a short stall, and not logged. */
const WORTH_TELLING = 0.05;

interface SlipWatchDeps {
  readonly driver: { readonly speed: number; readonly slippedS: number };
  readonly realTimeClock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Logs when the machine cannot keep up with the simulation, and when it can again. */
export function watchSlip({ driver, realTimeClock, log }: SlipWatchDeps): Cancel {
  let lastS = driver.slippedS;
  let isSlipping = false;
  return every(realTimeClock, LOOK_EVERY_S * US_PER_S, () => {
    const slippedS = driver.slippedS - lastS;
    lastS = driver.slippedS;
    const wantedS = LOOK_EVERY_S * driver.speed;
    const wasSlipping = isSlipping;
    isSlipping = slippedS > WORTH_TELLING * wantedS;
    if (isSlipping === wasSlipping) return;
    if (!isSlipping) return log.info({}, 'the machine keeps up with the simulation again');
    // A machine that was suspended drops more than the interval since the last check.
    const shareKept = Math.max(0, 1 - slippedS / wantedS);
    log.warn(
      { wantedSpeed: driver.speed, speed: Number((driver.speed * shareKept).toPrecision(2)) },
      'the machine cannot keep up with the simulation, whose time falls behind: the API is served first',
    );
  });
}
