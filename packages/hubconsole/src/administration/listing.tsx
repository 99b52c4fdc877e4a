import { Button } from '@kitestring/kit/button.tsx';
import { PlusIcon } from '@kitestring/kit/icons.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CallFault } from '../api/call-hub.ts';
import { useFaultText } from '../api/fault-text.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';

interface ListingProps<Item> {
  /** With the consequence of what is listed, in a sentence, and what stands in place of an empty list. */
  readonly texts: { readonly title: string; readonly lead?: string; readonly none: string };
  /** Undefined until it has come. */
  readonly items: readonly Item[] | undefined;
  readonly fault: CallFault | undefined;
  /** Beside the title. */
  readonly action?: ReactNode;
  /** Button beside the title, and the dialog that it opens. */
  readonly add?: { readonly text: string; readonly dialog: (onClose: () => void) => ReactNode };
  /** Between title and list. */
  readonly filter?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A list with its title, and what there is to see instead while it is empty, on its way or refused. */
export function Listing<Item>(props: ListingProps<Item>) {
  const { action, add, children, fault, filter, items, texts } = props;
  const { lead, none, title } = texts;
  const { trouble } = useWords();
  const faultText = useFaultText();
  const id = useId();
  const [isAdding, setIsAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const adder = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  // Who works by keys stays in the list when the row with the focus is removed.
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) heading.current?.focus();
  });
  const close = () => {
    setIsAdding(false);
    // The second of two dialogs does not know where the first was opened.
    requestAnimationFrame(() => adder.current?.focus());
  };
  return (
    <section
      className={styles.listing}
      aria-labelledby={id}
      onFocus={({ currentTarget, target }) => {
        if (currentTarget.contains(target)) focused.current = target;
      }}
    >
      <div className={styles.head}>
        <div>
          <h3 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h3>
          {lead !== undefined && <p className="small">{lead}</p>}
        </div>
        {action}
        {add !== undefined && (
          <Button
            look="primary"
            onPress={({ target }) => {
              adder.current = target as HTMLElement;
              setIsAdding(true);
            }}
          >
            <PlusIcon /> {add.text}
          </Button>
        )}
      </div>
      {filter}
      <Trouble text={fault === undefined ? undefined : faultText(fault)} />
      {items === undefined && fault === undefined && <p role="status">{trouble.loading}</p>}
      {items?.length === 0 && <p className={styles.nothing}>{none}</p>}
      {items !== undefined && items.length > 0 && <ul className={styles.rows}>{items.map(children)}</ul>}
      {isAdding && add?.dialog(close)}
    </section>
  );
}

interface RowProps {
  readonly title: ReactNode;
  readonly badge?: { readonly text: string; readonly tone?: 'good' | 'bad' };
  readonly facts: readonly (ReactNode | false | undefined)[];
  /** Buttons. */
  readonly children?: ReactNode;
}

/** One thing of a list: its name, what is known of it, what can be done with it. */
export function Row({ badge, children, facts, title }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.title}>
          {title}
          {badge !== undefined && (
            <span className={styles.badge} data-tone={badge.tone}>
              {badge.text}
            </span>
          )}
        </span>
        <span className={styles.facts}>
          {facts
            .filter((fact) => fact !== undefined && fact !== false)
            .map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity, and stay in their order
              <span key={index}>{fact}</span>
            ))}
        </span>
      </div>
      {children !== undefined && <div className="wrapping">{children}</div>}
    </li>
  );
}
