import { Button } from '../kit/button.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './whole-page.module.css';

/** In the place of the page: what it needs from the station has not come. */
export function LoadFailed({ onTryAgain }: { readonly onTryAgain: () => void }) {
  const words = useWords();
  return (
    <main className={styles.place}>
      <Trouble text={words.shell.loadFailed} />
      <Button look="primary" onPress={onTryAgain}>
        {words.shell.tryAgain}
      </Button>
    </main>
  );
}
