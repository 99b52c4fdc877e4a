import type { ThermalScale } from '@kitestring/station-contract/station/thermal.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { troubleText } from '../station/trouble-text.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';

/** The name that every camera uses. */
export const THERMAL_STREAM = 'thermal';

/** The camera follows what it sees with a time constant of 0.7 s. */
const SCALE: SharedReadingDefinition<ThermalScale> = {
  isOnlyLive: true,
  read: ({ station }) => station.getThermalScale({ stream_id: THERMAL_STREAM }),
  pauseMs: 1000,
};

/** A scale with both of its ends. */
export type KnownScale = Required<Pick<ThermalScale, 'palette' | 'low_c' | 'high_c'>>;

interface ShownScale {
  /** Undefined while it is unknown, such as before the first picture. */
  readonly scale: KnownScale | undefined;
  /** Reason for which there are no temperatures. */
  readonly trouble: string | undefined;
}

/** Temperatures of the colours. */
export function useThermalScale(): ShownScale {
  const words = useWords();
  const { error, value } = useSharedReading(SCALE);
  const trouble = error === undefined ? undefined : troubleText(error, words);
  const { high_c, low_c, palette } = value ?? {};
  if (error !== undefined || high_c === undefined || low_c === undefined || palette === undefined)
    return { scale: undefined, trouble };
  return { scale: { palette, low_c, high_c }, trouble };
}

/** Default threshold of the isotherm: most of a picture is colder. */
const USUAL_SHARE = 0.75;

export const limitOf = ({ high_c, low_c }: Pick<KnownScale, 'low_c' | 'high_c'>): number =>
  Math.round(low_c + USUAL_SHARE * (high_c - low_c));
