import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Log } from '../http/log.ts';

/** Often enough for somebody who wonders at once, seldom enough to lose a single stall of the machine among other lines. */
const LOOK_EVERY_S = 5;
/** Share of the time that was to pass: less is a stall, and not worth a line. */
const WORTH_TELLING = 0.05;

export interface SlipWatchParts {
  readonly driver: { readonly speed: number; readonly slippedS: number };
  readonly realTime: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Says in the log when the machine can't keep up with the simulation, and when it can again. */
export function watchSlip({ driver, realTime, log }: SlipWatchParts): Cancel {
  let lastS = driver.slippedS;
  let isSlipping = false;
  return every(realTime, LOOK_EVERY_S * US_PER_S, () => {
    const slippedS = driver.slippedS - lastS;
    lastS = driver.slippedS;
    const wantedS = LOOK_EVERY_S * driver.speed;
    const wasSlipping = isSlipping;
    isSlipping = slippedS > WORTH_TELLING * wantedS;
    if (isSlipping === wasSlipping) return;
    if (!isSlipping) return log.info({}, 'the machine keeps up with the simulation again');
    // A machine that has slept lets go more than was to pass since the last look.
    const shareKept = Math.max(0, 1 - slippedS / wantedS);
    log.warn(
      { wantedSpeed: driver.speed, speed: Number((driver.speed * shareKept).toPrecision(2)) },
      'the machine cannot keep up with the simulation, whose time falls behind: the API is served first',
    );
  });
}
