import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { KiteSample, TetherSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';
import { RunningMean } from './running-mean.ts';
import {
  causeNow,
  certainDriftM,
  nextWindSafety,
  WIND_NORMAL,
  type WindCause,
  type WindEvidence,
  type WindLevel,
  type WindSafety,
  windCause,
} from './wind-safety.ts';

/** Evaluations per second, at most: on a slower link, one for each sample. */
const EVALUATION_HZ = 10;
const ANGLE_MEAN_S = 5;
const SPEED_MEAN_S = 10;

/** Longest gap in the data over which a condition still counts as continuous, seconds. */
const GAP_S = 1;

/** An active notification is told again at most once in this time, seconds. */
const FOLLOWS_EVERY_S = 1;

/** Reaction of each level, as the notification tells it. */
const REACTIONS: Readonly<Record<WindLevel, string>> = {
  normal: 'none',
  warn: 'warning only',
  reduce: 'descent to a safe altitude',
  land: 'landing',
  safetyLanding: 'safety landing',
};

/** The samples of one evaluation. */
interface WindSample {
  readonly kite: KiteSample;
  readonly tether: TetherSample | undefined;
  /** Time of measurement, station time. */
  readonly measuredUs: number;
  /** A descent is commanded: a loss of height is then no sign of wind. */
  readonly isDescentCommanded: boolean;
}

/** Evaluates the wind force on a flying Kite, at most ten times per second. */
export class WindWatch {
  readonly #settings: Pick<StationSettings, 'wind' | 'flight'>;
  readonly #notifications: Pick<Notifications, 'raise' | 'clear' | 'follow'>;
  readonly #angleDeg = new RunningMean(ANGLE_MEAN_S, EVALUATION_HZ);
  readonly #tensionN = new RunningMean(ANGLE_MEAN_S, EVALUATION_HZ);
  readonly #speedMps = new RunningMean(SPEED_MEAN_S, EVALUATION_HZ);
  #safety: WindSafety = WIND_NORMAL;
  /** Effect of the wind that led to the present level, as it is measured now. */
  #cause: WindCause | undefined;
  #evaluatedUs = 0;
  #followedUs = 0;

  constructor(
    settings: Pick<StationSettings, 'wind' | 'flight'>,
    notifications: Pick<Notifications, 'raise' | 'clear' | 'follow'>,
  ) {
    this.#settings = settings;
    this.#notifications = notifications;
  }

  [STATE](archive: StateArchive): void {
    [this.#safety, this.#evaluatedUs] = archive.all(this.#safety, this.#evaluatedUs);
    [this.#cause, this.#followedUs] = archive.all(this.#cause, this.#followedUs);
    archive.in(this.#angleDeg, this.#tensionN, this.#speedMps);
  }

  get level(): WindLevel {
    return this.#safety.level;
  }

  /** Wind ceiling, metres. Undefined: the wind sets none. */
  get ceilingM(): number | undefined {
    return this.#safety.ceilingM;
  }

  evaluate(sample: WindSample): void {
    const sinceEvaluationUs = sample.measuredUs - this.#evaluatedUs;
    if (sample.kite.landedState === 'OnGround') {
      this.#forget();
      this.#become(WIND_NORMAL);
    } else if (sinceEvaluationUs >= US_PER_S / EVALUATION_HZ) {
      if (sinceEvaluationUs > GAP_S * US_PER_S) this.#forget();
      this.#evaluatedUs = sample.measuredUs;
      const evidence = this.#evidence(sample);
      const next = nextWindSafety(this.#safety, evidence, sample.measuredUs, this.#settings);
      this.#cause = windCause(next.level, evidence, this.#settings) ?? this.#causeNow(evidence);
      this.#become(next);
    }
  }

  #evidence({ kite, tether, isDescentCommanded, measuredUs }: WindSample): WindEvidence {
    this.#angleDeg.add(tether?.angleDeg, measuredUs);
    this.#tensionN.add(tether?.tensionN, measuredUs);
    this.#speedMps.add(kite.windSpeedMps, measuredUs);
    return {
      altitudeM: kite.altitudeM,
      driftM: certainDriftM(kite),
      tetherAngleDeg: this.#angleDeg.value,
      tetherTensionN: this.#tensionN.value,
      thrustShare: kite.thrustShare,
      airframeTiltDeg: kite.airframeTiltDeg,
      ...(kite.climbRateMps !== undefined && !isDescentCommanded && { uncommandedDescentMps: -kite.climbRateMps }),
      windSpeedMps: this.#speedMps.value,
    };
  }

  /** Clears accumulated evidence; the level stays until new evidence changes it. */
  #forget(): void {
    for (const mean of [this.#angleDeg, this.#tensionN, this.#speedMps]) mean.clear();
    this.#safety = { ...this.#safety, since: {} };
  }

  #become(next: WindSafety): void {
    const { ceilingM, level } = this.#safety;
    this.#safety = next;
    if (next.level === level && next.ceilingM === ceilingM) this.#follow();
    else if (next.level === 'normal') this.#notifications.clear('HIGH_WIND');
    else this.#notifications.raise('HIGH_WIND', this.#parameters(next));
  }

  /** An active notification tells what is measured now. */
  #follow(): void {
    if (this.#safety.level === 'normal') return;
    if (this.#evaluatedUs - this.#followedUs < FOLLOWS_EVERY_S * US_PER_S) return;
    this.#followedUs = this.#evaluatedUs;
    this.#notifications.follow('HIGH_WIND', this.#parameters(this.#safety));
  }

  #causeNow(evidence: WindEvidence): WindCause | undefined {
    return this.#cause && causeNow(this.#cause, evidence, this.#settings);
  }

  #parameters({ ceilingM, level }: WindSafety) {
    const speedMps = this.#speedMps.value;
    return {
      ...(this.#cause !== undefined && {
        ...this.#cause,
        value: roundTo(this.#cause.value, 1),
        limit: roundTo(this.#cause.limit, 1),
      }),
      level: REACTIONS[level],
      ...(speedMps !== undefined && { wind_speed: roundTo(speedMps, 1) }),
      ...(ceilingM !== undefined && { altitude_max: ceilingM }),
    };
  }
}
