import { bearingDeg, distanceM, type LatLon, offsetOf } from '@kitestring/contract/place/geo.ts';
import type { MapPosition } from '@kitestring/kit/map/mercator.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './large-map.module.css';

interface MapCentreProps {
  readonly station: LatLon | undefined;
  readonly position: MapPosition;
}

/** Target of Enter: a crosshair with its position. Visible while the map has keyboard focus. */
export function MapCentre({ position: { center }, station }: MapCentreProps) {
  const words = useWords();
  const quantities = useQuantities();
  if (station === undefined) return null;
  const offset = offsetOf(station, center);
  return (
    <div className={styles.centre} data-part="centre">
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24">
        <path d="M12 1v8M12 15v8M1 12h8M15 12h8" />
      </svg>
      <p>{words.map.centre(quantities.distanceText(distanceM(offset)), Math.round(bearingDeg(offset)) % 360)}</p>
    </div>
  );
}
