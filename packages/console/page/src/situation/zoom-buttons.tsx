import { Button } from '@kitestring/console-ui/button.tsx';
import { MinusIcon, PlusIcon } from '@kitestring/console-ui/icons.tsx';
import { useWords } from '../words/words-context.tsx';
import { nextReachM, REACHES_M } from './scales.ts';
import styles from './view.module.css';

interface ZoomButtonsProps {
  readonly reachM: number;
  readonly onReach: (reachM: number) => void;
}

/** Zooms a top view in and out, by one scale each. */
export function ZoomButtons({ onReach, reachM }: ZoomButtonsProps) {
  const words = useWords();
  return (
    <div className={styles.zoom}>
      <Button
        isSquare
        aria-label={words.situation.zoomIn}
        isDisabled={reachM === REACHES_M[0]}
        onPress={() => onReach(nextReachM(reachM, 'in'))}
      >
        <PlusIcon />
      </Button>
      <Button
        isSquare
        aria-label={words.situation.zoomOut}
        isDisabled={reachM === REACHES_M.at(-1)}
        onPress={() => onReach(nextReachM(reachM, 'out'))}
      >
        <MinusIcon />
      </Button>
    </div>
  );
}
