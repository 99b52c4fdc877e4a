import { useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useStation } from '../station/station-context.tsx';
import { useSize } from '../video/use-size.ts';
import { useWords } from '../words/words-context.tsx';
import { MapBackground } from './map-background.tsx';
import type { Situation } from './situation.ts';
import { TopDrawing } from './top-drawing.tsx';
import styles from './view.module.css';
import { nextReachM, REACHES_M } from './view-scale.ts';

/** Wide enough for some of the ground that the camera sees, metres from the middle. */
const FIRST_REACH_M = 50;

/** Station, Kite and what the camera sees of the ground, from above, to scale, North up. */
export function TopView({ situation }: { readonly situation: Situation }) {
  const words = useWords();
  const { map } = useStation().facts;
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const [reachM, setReachM] = useState(FIRST_REACH_M);
  const metersPerPx = (2 * reachM) / Math.max(1, Math.min(size.widthPx, size.heightPx));
  return (
    <div ref={place} className={styles.place}>
      {map !== undefined && situation.station !== undefined && (
        <MapBackground center={situation.station} metersPerPx={metersPerPx} size={size} {...map} />
      )}
      <h3 className={styles.title}>{words.situation.views.top}</h3>
      {size.heightPx > 0 && <TopDrawing situation={situation} size={size} metersPerPx={metersPerPx} />}
      <div className={styles.zoom}>
        <Button
          isSquare
          aria-label={words.situation.zoomIn}
          isDisabled={reachM === REACHES_M[0]}
          onPress={() => setReachM(nextReachM(reachM, 'in'))}
        >
          +
        </Button>
        <Button
          isSquare
          aria-label={words.situation.zoomOut}
          isDisabled={reachM === REACHES_M.at(-1)}
          onPress={() => setReachM(nextReachM(reachM, 'out'))}
        >
          −
        </Button>
      </div>
      {!situation.isPlaceKnown && situation.kite !== undefined && (
        <p className={styles.warning}>{words.situation.noPlace}</p>
      )}
    </div>
  );
}
