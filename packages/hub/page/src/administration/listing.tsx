import { Button } from '@kitestring/console-ui/button.tsx';
import { PlusIcon } from '@kitestring/console-ui/icons.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CallFault } from '../api/call-hub.ts';
import { useFaultText } from '../api/fault-text.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';

interface ListingProps<Item> {
  /** With the effect of the listed items in one sentence, and the text for an empty list. */
  readonly texts: { readonly title: string; readonly lead?: string; readonly none: string };
  /** Undefined until it is loaded. */
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

/** A list with its title, and a replacement while it is empty, loading or refused. */
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
  // Keyboard users stay in the list when the focused row is removed.
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) heading.current?.focus();
  });
  const close = () => {
    setIsAdding(false);
    // The second of two dialogs does not know which element opened the first.
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

/** One item of a list: its name, its properties and its actions. */
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
