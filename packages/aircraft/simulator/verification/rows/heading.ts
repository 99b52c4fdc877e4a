import {
  flownSpreadDeg,
  HEADING_PERIOD_S,
  headingSpectrum,
  headingSpreadDeg,
  moderateHeading,
} from '../heading-recording.ts';
import { between, figures, relative, type VerificationRow } from '../row.ts';
import { spectralDensity, standardDeviation } from '../statistics.ts';

const HEADING_SPECTRUM: VerificationRow = {
  row: 'X82',
  title: 'Heading in gusts',
  source: 'own calculation',
  cases: [
    ...figures('8 m/s across the nose, moderate, 30 m, no noise of sensors, 2,400 s', 'deg', relative(0.15), [
      'spread, by spectrum of the gusts and controller',
      headingSpreadDeg(8, 'moderate'),
      () => standardDeviation(moderateHeading()),
    ]),
    ...[0.5, 1, 2, 4].flatMap((radps) =>
      figures('the same, Welch', 'deg² s', relative(0.35), [
        `density at ${radps} rad/s`,
        headingSpectrum(8, 'moderate', radps),
        () => spectralDensity(moderateHeading(), HEADING_PERIOD_S, radps, 60),
      ]),
    ),
  ],
};

const FLOWN = '30 m, errors of sensors included, four flights of 400 s, fed with 200 V so that no battery runs out';

/** The range that the coefficient was chosen for. Assumed: no published log was evaluated for it. */
const HEADING_SPREAD: VerificationRow = {
  row: 'X83',
  title: 'Heading that a hovering Kite keeps',
  source: 'own calculation',
  cases: [
    ...figures(`8 m/s, moderate, ${FLOWN}`, 'deg', between(0.5, 1), [
      'spread in 8 m/s, moderate',
      0.75,
      () => flownSpreadDeg(8, 'moderate'),
    ]),
    ...figures(`14 m/s, severe, ${FLOWN}`, 'deg', between(2, 4), [
      'spread in 14 m/s, severe',
      3,
      () => flownSpreadDeg(14, 'severe'),
    ]),
  ],
};

export const HEADING_ROWS: readonly VerificationRow[] = [HEADING_SPECTRUM, HEADING_SPREAD];
