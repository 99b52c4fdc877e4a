import { Button } from '@kitestring/console-ui/button.tsx';
import { FullScreenIcon } from '@kitestring/console-ui/icons.tsx';
import { type SizePx, useSize } from '@kitestring/console-ui/size.ts';
import { type LatLon, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { type MouseEvent, useRef, useState } from 'react';
import { useLargeMap } from '../map/large-map-choice.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { MapBackground } from './map-background.tsx';
import { inWords } from './marks.tsx';
import { onMapOf } from './on-map.ts';
import type { Situation } from './situation.ts';
import { TopDrawing } from './top-drawing.tsx';
import { useLookThere } from './use-look-there.ts';
import styles from './view.module.css';
import { ZoomButtons } from './zoom-buttons.tsx';

/** Wide enough for some of the ground in the camera's view, metres from the middle. */
const FIRST_REACH_M = 50;

/** Station, Kite and the camera's footprint from above, to scale, North up. */
export function TopView({ situation }: { readonly situation: Situation }) {
  const words = useWords();
  const { map } = useStation().facts;
  const { isLarge, toggle } = useLargeMap();
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
      {size.heightPx > 0 && <TopDrawing situation={situation} size={size} onMap={onMapOf(size, metersPerPx)} />}
      {situation.station !== undefined && (
        <LookHere station={situation.station} size={size} metersPerPx={metersPerPx} />
      )}
      {!isLarge && (
        <div className={styles.enlarge}>
          <Button isSquare aria-label={words.map.enlarge} onPress={toggle}>
            <FullScreenIcon />
          </Button>
        </div>
      )}
      <ZoomButtons reachM={reachM} onReach={setReachM} />
      <LooksAt situation={situation} />
      {!situation.isPlaceKnown && situation.kite !== undefined && (
        <p className={styles.warning}>{words.situation.noPlace}</p>
      )}
    </div>
  );
}

/** Distance of the aimed point on the ground, as text. */
function LooksAt({ situation }: { readonly situation: Situation }) {
  const words = useWords();
  const { looksAt } = inWords(situation, useQuantities());
  return looksAt === undefined ? null : <p className={styles.looksAt}>{words.situation.looksAt(looksAt)}</p>;
}

/** More movement than this between press and release is not a click. */
const CLICK_PX = 8;

interface LookHereProps {
  readonly station: LatLon;
  readonly size: SizePx;
  readonly metersPerPx: number;
}

/** Handles clicks on the map: the camera aims there. Only for pointers; for keys there are the compass rose and the list of pins. */
function LookHere({ metersPerPx, size, station }: LookHereProps) {
  const words = useWords();
  const { lookAt, why } = useLookThere();
  const pressedAt = useRef({ xPx: 0, yPx: 0 });
  const look = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { xPx, yPx } = pressedAt.current;
    if (Math.hypot(clientX - xPx, clientY - yPx) > CLICK_PX) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    lookAt(placeFrom(station, onMapOf(size, metersPerPx).placeAt(clientX - left, clientY - top)));
  };
  return (
    <div
      className={styles.look}
      aria-hidden="true"
      data-part="look"
      data-live={why === undefined || undefined}
      title={why ?? words.situation.lookHere}
      onPointerDown={({ clientX, clientY }) => {
        pressedAt.current = { xPx: clientX, yPx: clientY };
      }}
      onClick={look}
    />
  );
}
