import { Button } from '@kitestring/kit/button.tsx';
import { type LatePart, useLatePart } from '@kitestring/kit/late-part.ts';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import type { ComponentType } from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './layout.module.css';

interface LateSectionProps<Part> {
  readonly late: LatePart<Part>;
  readonly pick: (part: Part) => ComponentType;
}

/** A section that is a file of its own, or what there is to see until it has come. */
export function LateSection<Part>({ late, pick }: LateSectionProps<Part>) {
  const { trouble } = useWords();
  const { fault, part, tryAgain } = useLatePart(late, () => location.reload());
  if (part !== undefined) {
    const View = pick(part);
    return <View />;
  }
  return (
    <div className={styles.fault}>
      {fault === undefined ? (
        <p role="status">{trouble.loading}</p>
      ) : (
        <>
          <Trouble text={trouble.late[fault]} />
          <Button onPress={() => void tryAgain()}>{trouble.tryAgain}</Button>
        </>
      )}
    </div>
  );
}
