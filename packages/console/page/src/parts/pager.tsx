import { Button } from '@kitestring/console-ui/button.tsx';
import { Icon } from '@kitestring/console-ui/icons.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './pager.module.css';

interface PagerProps {
  /** Name of the list, for screen readers. */
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}

/** Page buttons of a long list; hidden if there is only one page. */
export function Pager({ label, onTurn, page, pages }: PagerProps) {
  const { pager } = useWords().shell;
  if (pages < 2) return null;
  const turns = [
    { name: pager.first, to: 0, isOff: page === 0, path: 'm17 6-6 6 6 6M7 6v12' },
    { name: pager.previous, to: page - 1, isOff: page === 0, path: 'm15 6-6 6 6 6' },
    { name: pager.next, to: page + 1, isOff: page === pages - 1, path: 'm9 6 6 6-6 6' },
    { name: pager.last, to: pages - 1, isOff: page === pages - 1, path: 'm7 6 6 6-6 6M17 6v12' },
  ];
  const buttons = turns.map(({ isOff, name, path, to }) => (
    <Button key={name} look="ghost" isSquare aria-label={name} isDisabled={isOff} onPress={() => onTurn(to)}>
      <Icon>
        <path d={path} />
      </Icon>
    </Button>
  ));
  return (
    <nav aria-label={label} className={styles.pager}>
      {buttons.slice(0, 2)}
      <span className="quiet small figures">{pager.place(page + 1, pages)}</span>
      {buttons.slice(2)}
    </nav>
  );
}
