import { Button } from '@kitestring/kit/button.tsx';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words-context.tsx';

interface TurnedPages {
  /** Where the page that is shown begins; undefined: with the newest. */
  readonly before: number | undefined;
  /** Where each page that was turned begins. */
  readonly turned: readonly number[];
  readonly setTurned: (turned: readonly number[]) => void;
}

/** Pages of a list with the newest first. */
export function useTurnedPages(): TurnedPages {
  const [turned, setTurned] = useState<readonly number[]>([]);
  return { before: turned.at(-1), turned, setTurned };
}

interface PageButtonsProps {
  readonly pages: TurnedPages;
  /** Where the page after this one begins; undefined: there is none. */
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
