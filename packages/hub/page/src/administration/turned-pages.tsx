import { Button } from '@kitestring/console-ui/button.tsx';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words-context.tsx';

interface TurnedPages {
  /** Where the current page begins; undefined: with the newest entry. */
  readonly before: number | undefined;
  /** Where each previous page begins. */
  readonly turned: readonly number[];
  readonly setTurned: (turned: readonly number[]) => void;
}

/** Pages of a list, newest first. */
export function useTurnedPages(): TurnedPages {
  const [turned, setTurned] = useState<readonly number[]>([]);
  return { before: turned.at(-1), turned, setTurned };
}

interface PageButtonsProps {
  readonly pages: TurnedPages;
  /** Where the next page begins; undefined: there is none. */
  readonly next: number | undefined;
  readonly children?: ReactNode;
}

export function PageButtons({ children, next, pages: { before, setTurned, turned } }: PageButtonsProps) {
  const { audit: texts } = useWords().administration;
  return (
    <div className="wrapping">
      <Button isDisabled={before === undefined} onPress={() => setTurned(turned.slice(0, -1))}>
        {texts.newer}
      </Button>
      <Button isDisabled={next === undefined} onPress={() => next !== undefined && setTurned([...turned, next])}>
        {texts.older}
      </Button>
      {children}
    </div>
  );
}
