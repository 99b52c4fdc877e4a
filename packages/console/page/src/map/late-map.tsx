import { LatePart } from '@kitestring/console-ui/late-part.ts';
import { PartWait, usePagePart } from '../shell/page-part.tsx';
import styles from './large-map.module.css';

/** Half a megabyte that many flights never need: loaded when the map is opened for the first time. */
const LARGE_MAP = new LatePart(() => import('./large-map.tsx'));

/** The large map, or a placeholder until it is loaded. */
export function LateMap() {
  const { part, ...wait } = usePagePart(LARGE_MAP);
  if (part !== undefined) return <part.LargeMap />;
  return (
    <div className={styles.waiting}>
      <PartWait {...wait} />
    </div>
  );
}
