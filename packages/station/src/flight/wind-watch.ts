import { roundTo } from '@kitestring/contract/schema.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { KiteSample, TetherSample } from '../ports/aircraft.ts';
import { US_PER_S } from '../ports/clock.ts';
import type { StationSettings } from '../station-settings.ts';
import { RunningMean } from './running-mean.ts';
import { nextWindSafety, WIND_NORMAL, type WindEvidence, type WindLevel, type WindSafety } from './wind-safety.ts';

/** Looks per second. */
const LOOK_HZ = 10;
const ANGLE_MEAN_S = 5;
const SPEED_MEAN_S = 10;

/** After a longer gap in the data what lasted before says nothing about now, seconds. */
const GAP_S = 1;

/** What the samples say to one look. */
export interface WindLook {
  readonly kite: KiteSample;
  readonly tether: TetherSample | undefined;
  /** Of the samples, station time. */
  readonly measuredUs: number;
  /** Somebody asked the Kite to go down, so that sinking is no sign of the wind. */
  readonly isDescentAsked: boolean;
}

/** Looks at a Kite in the air ten times per second and judges the force of the wind. */
export class WindWatch {
  readonly #settings: Pick<StationSettings, 'wind' | 'flight'>;
  readonly #notifications: Pick<Notifications, 'raise' | 'clear'>;
  readonly #angleDeg = new RunningMean(ANGLE_MEAN_S * LOOK_HZ);
  readonly #tensionN = new RunningMean(ANGLE_MEAN_S * LOOK_HZ);
  readonly #speedMps = new RunningMean(SPEED_MEAN_S * LOOK_HZ);
  #safety: WindSafety = WIND_NORMAL;
  #lookedUs = 0;

  constructor(
    settings: Pick<StationSettings, 'wind' | 'flight'>,
    notifications: Pick<Notifications, 'raise' | 'clear'>,
  ) {
    this.#settings = settings;
    this.#notifications = notifications;
  }

  get level(): WindLevel {
    return this.#safety.level;
  }

  /** The highest altitude that the wind allows now, metres. Undefined: it limits none. */
  get ceilingM(): number | undefined {
    return this.#safety.ceilingM;
  }

  look(look: WindLook): void {
    const sinceLookUs = look.measuredUs - this.#lookedUs;
    if (look.kite.contact === 'Grounded') {
      this.#forget();
      this.#become(WIND_NORMAL);
    } else if (sinceLookUs >= US_PER_S / LOOK_HZ) {
      if (sinceLookUs > GAP_S * US_PER_S) this.#forget();
      this.#lookedUs = look.measuredUs;
      this.#become(nextWindSafety(this.#safety, this.#evidence(look), look.measuredUs, this.#settings));
    }
  }

  #evidence({ kite, tether, isDescentAsked }: WindLook): WindEvidence {
    this.#angleDeg.add(tether?.angleDeg);
    this.#tensionN.add(tether?.tensionN);
    this.#speedMps.add(kite.windSpeedMps);
    return {
      altitudeM: kite.altitudeM,
      driftM: kite.driftM,
      tetherAngleDeg: this.#angleDeg.value,
      tetherTensionN: this.#tensionN.value,
      thrustShare: kite.thrustShare,
      leanDeg: kite.leanDeg,
      ...(kite.climbRateMps !== undefined && !isDescentAsked && { unaskedSinkMps: -kite.climbRateMps }),
      windSpeedMps: this.#speedMps.value,
    };
  }

  /** Forgets what has lasted; the level stays until something says otherwise. */
  #forget(): void {
    for (const mean of [this.#angleDeg, this.#tensionN, this.#speedMps]) mean.clear();
    this.#safety = { ...this.#safety, since: {} };
  }

  #become(next: WindSafety): void {
    const hasChanged = next.level !== this.#safety.level;
    this.#safety = next;
    if (!hasChanged) return;
    if (next.level === 'normal') this.#notifications.clear('HIGH_WIND');
    else this.#notifications.raise('HIGH_WIND', this.#parameters(next.level));
  }

  #parameters(level: WindLevel) {
    const speedMps = this.#speedMps.value;
    return { ...(speedMps !== undefined && { wind_speed: roundTo(speedMps, 1) }), level };
  }
}
