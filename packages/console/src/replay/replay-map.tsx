import { useSize } from '@kitestring/kit/size.ts';
import { useRef, useState } from 'react';
import { onMapOf } from '../situation/on-map.ts';
import type { Situation } from '../situation/situation.ts';
import { TopDrawing } from '../situation/top-drawing.tsx';
import { MapBackground } from '../situation/top-view.tsx';
import { ZoomButtons } from '../situation/zoom-buttons.tsx';
import { useStation } from '../station/station-context.tsx';
import styles from './replay.module.css';

const FIRST_REACH_M = 20;

/** Top view of the replayed flight. Not clickable: it does not show the camera of now. */
export function ReplayMap({ situation }: { readonly situation: Situation }) {
  const { map } = useStation().facts;
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const [reachM, setReachM] = useState<number>(FIRST_REACH_M);
  const metersPerPx = (2 * reachM) / Math.max(1, Math.min(size.widthPx, size.heightPx));
  return (
    <div ref={place} className={styles.map}>
      {map !== undefined && situation.station !== undefined && (
        <MapBackground center={situation.station} metersPerPx={metersPerPx} size={size} {...map} />
      )}
      {size.heightPx > 0 && <TopDrawing situation={situation} size={size} onMap={onMapOf(size, metersPerPx)} />}
      <ZoomButtons reachM={reachM} onReach={setReachM} />
    </div>
  );
}
