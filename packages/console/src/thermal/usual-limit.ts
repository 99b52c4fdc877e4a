import type { KnownScale } from './use-thermal-scale.ts';

/** Default threshold of the isotherm: most of a picture is colder. */
const USUAL_SHARE = 0.75;

export const limitOf = ({ high_c, low_c }: Pick<KnownScale, 'low_c' | 'high_c'>): number =>
  Math.round(low_c + USUAL_SHARE * (high_c - low_c));
