import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { type ReactNode, useState } from 'react';
import styles from './listing.module.css';

interface ListingProps<Item> {
  /** With what the items do, and the text for an empty list. */
  readonly texts: { readonly title: string; readonly lead: string; readonly none?: string };
  /** Undefined until it is loaded. */
  readonly items: readonly Item[] | undefined;
  readonly trouble?: string | undefined;
  /** Above the list. */
  readonly notes?: ReactNode;
  /** Button below the list, and the form that replaces it. */
  readonly add?: { readonly text: string; readonly form: (close: () => void) => ReactNode };
  readonly children: (item: Item, index: number) => ReactNode;
}

/** A panel with a list of what people add and end. */
export function Listing<Item>({ add, children, items, notes, texts, trouble }: ListingProps<Item>) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Panel title={texts.title}>
      <p className="quiet small">{texts.lead}</p>
      <Trouble text={trouble} />
      {notes}
      {items?.length === 0 && texts.none !== undefined && <p className="quiet">{texts.none}</p>}
      <ul className="stack loose">{items?.map(children)}</ul>
      {isAdding && add?.form(() => setIsAdding(false))}
      {!isAdding && add !== undefined && <Button onPress={() => setIsAdding(true)}>{add.text}</Button>}
    </Panel>
  );
}

interface RowProps {
  readonly title: ReactNode;
  readonly facts: readonly string[];
  /** Below the facts. */
  readonly note?: ReactNode;
  /** A button. */
  readonly children?: ReactNode;
}

/** One item of a list. */
export const Row = ({ children, facts, note, title }: RowProps) => (
  <li className={styles.row}>
    <div>
      <p className={styles.title}>{title}</p>
      <p className="quiet small">{facts.join(' · ')}</p>
      {note}
    </div>
    {children}
  </li>
);
