import { positionText } from '@kitestring/console-ui/quantity-text.ts';
import { useIsLostInAir } from '../flight/use-lost-in-air.ts';
import { rounded } from '../parts/numbers.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useIsStale } from '../station/station-context.tsx';
import { useKiteAgeS } from '../station/use-loss.ts';
import { useTopicPart, useTopicShown } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './loss-cards.module.css';

/** Altitude, heading, position and age of the last data of the Kite; undefined while they arrive. */
export function useLastKnownText(): string | undefined {
  const { flight } = useWords();
  const quantities = useQuantities();
  const isStale = useIsStale();
  const isLost = useIsLostInAir();
  const ageS = useKiteAgeS();
  const { value: last } = useTopicShown('flight/state', (state) => ({
    altitudeM: rounded(state.altitude, 1),
    headingDeg: rounded(state.kite_heading, 0),
    latDeg: rounded(state.kite_gps_lat, 5),
    lonDeg: rounded(state.kite_gps_lon, 5),
  }));
  if ((!isStale && !isLost) || last === undefined) return undefined;
  const { altitudeM, headingDeg, latDeg, lonDeg } = last;
  return [
    altitudeM !== undefined && quantities.lengthText(altitudeM),
    headingDeg !== undefined && `${flight.heading} ${(headingDeg + 360) % 360}°`,
    latDeg !== undefined && lonDeg !== undefined && positionText(latDeg, lonDeg),
    ageS !== undefined && flight.ageS(ageS),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same over picture and map, with the way to the cards. */
export function LastKnown() {
  const losses = useWords().later?.help.losses;
  const text = useLastKnownText();
  const wasInAir = useTopicPart('flight/state', ({ flight_state }) => flight_state !== 'StandBy') === true;
  if (text === undefined || losses === undefined || !wasInAir) return null;
  return (
    <p className={styles.lastKnown} data-last-known>
      <span>
        {losses.lastKnown}: {text}
      </span>{' '}
      <a href="#/help">{losses.title}</a>
    </p>
  );
}
