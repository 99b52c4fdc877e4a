import { Button } from '../kit/button.tsx';
import { CloseIcon } from '../kit/icons.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './edge-trouble.module.css';

/** A refusal at the edge of the picture, where it is in nobody's way. */
export function EdgeTrouble({ onClose, text }: { readonly text: string | undefined; readonly onClose: () => void }) {
  const words = useWords();
  return (
    <div className={styles.edge} data-shown={text !== undefined || undefined}>
      <Trouble text={text} />
      {text !== undefined && (
        <Button look="ghost" isSquare aria-label={words.kit.close} onPress={onClose}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
