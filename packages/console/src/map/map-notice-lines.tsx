import { usePins } from '../place/pins.ts';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './large-map.module.css';
import { type NoticeFacts, noticesOf } from './map-notices.ts';

/** Missing parts of the map, one line each. */
export function MapNoticeLines(props: Omit<NoticeFacts, 'tilesUrl' | 'pins'>) {
  const words = useWords();
  const { tilesUrl } = useStation().facts.map ?? {};
  const lines = noticesOf({ ...props, tilesUrl, pins: usePins() }, words);
  return (
    <div role="status" className={styles.notices}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
