import { Button } from '@kitestring/kit/button.tsx';
import { LatePart, useLatePart } from '@kitestring/kit/late-part.ts';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './large-map.module.css';

/** Half a megabyte that many flights never need: fetched when the map is opened for the first time. */
const LARGE_MAP = new LatePart(() => import('./large-map.tsx'));

/** The large map, or what there is to see until it has come. */
export function LateMap() {
  const words = useWords();
  const { fault, part, tryAgain } = useLatePart(LARGE_MAP, () => location.reload());
  if (part !== undefined) return <part.LargeMap />;
  return (
    <div className={styles.waiting}>
      {fault === undefined && <p role="status">{words.shell.loading}</p>}
      {fault !== undefined && (
        <>
          <Trouble text={words.shell.loadFaults[fault]} />
          <Button onPress={() => void tryAgain()}>{words.kit.tryAgain}</Button>
        </>
      )}
    </div>
  );
}
