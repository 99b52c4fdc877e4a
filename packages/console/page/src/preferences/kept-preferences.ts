import { type Appearance, appearance, keptValues } from '@kitestring/console-ui/kept-appearance.ts';
import { LENGTH_UNITS, type LengthUnit, SPEED_UNITS, type SpeedUnit } from '../quantities/quantities.ts';

/** Preferences of the user in this browser. */
export interface Preferences extends Appearance {
  /** Displayed units; requests use metres. */
  readonly length: LengthUnit;
  readonly speed: SpeedUnit;
  /** No sound for notifications. */
  readonly isMuted: boolean;
  /** Alarms are spoken; undefined until it is chosen: then on devices that are touched. */
  readonly isSpoken: boolean | undefined;
  /** Notifications of the browser while the page is hidden. */
  readonly isNotified: boolean;
  /** Shows the station's English below translations. */
  readonly isEnglishShown: boolean;
  /** The tour was shown or closed: it never appears by itself again. */
  readonly isTourSeen: boolean;
}

/** The choices stored in this browser, without invalid values. */
export function keptPreferences(storage: Pick<Storage, 'getItem'>, languages: readonly string[]): Preferences {
  const kept = keptValues(storage);
  return {
    ...appearance(kept, languages),
    length: LENGTH_UNITS.find((unit) => unit === kept.length) ?? 'm',
    speed: SPEED_UNITS.find((unit) => unit === kept.speed) ?? 'm/s',
    isMuted: kept.isMuted === true,
    isSpoken: typeof kept.isSpoken === 'boolean' ? kept.isSpoken : undefined,
    isNotified: kept.isNotified === true,
    isEnglishShown: kept.isEnglishShown === true,
    isTourSeen: kept.isTourSeen === true,
  };
}
