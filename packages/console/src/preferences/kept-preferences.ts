import { type Appearance, appearanceOf, keptValues } from '@kitestring/kit/kept-appearance.ts';
import { LENGTH_UNITS, type LengthUnit, SPEED_UNITS, type SpeedUnit } from '../quantities/quantities.ts';

/** Preferences of the user in this browser. */
export interface Preferences extends Appearance {
  /** Units of what is shown; what is entered is metres. */
  readonly length: LengthUnit;
  readonly speed: SpeedUnit;
  /** No sound for notifications. */
  readonly isMuted: boolean;
  /** Notifications of the browser while the page is out of sight. */
  readonly isNotified: boolean;
  /** The station's English below its texts in another language. */
  readonly isEnglishShown: boolean;
  /** The tour has been shown or put away: it never comes again by itself. */
  readonly isTourSeen: boolean;
}

/** The choices kept in this browser; anything that is not one of the allowed values is left out. */
export function keptPreferences(storage: Pick<Storage, 'getItem'>, languages: readonly string[]): Preferences {
  const kept = keptValues(storage);
  return {
    ...appearanceOf(kept, languages),
    length: LENGTH_UNITS.find((unit) => unit === kept.length) ?? 'm',
    speed: SPEED_UNITS.find((unit) => unit === kept.speed) ?? 'm/s',
    isMuted: kept.isMuted === true,
    isNotified: kept.isNotified === true,
    isEnglishShown: kept.isEnglishShown === true,
    isTourSeen: kept.isTourSeen === true,
  };
}
