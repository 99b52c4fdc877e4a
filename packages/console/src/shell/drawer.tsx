import { useEffect, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import { FaultGuard } from '../kit/fault-guard.tsx';
import { CloseIcon } from '../kit/icons.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './drawer.module.css';
import { useDrawerContent } from './drawer-contents.ts';
import { type DrawerName, openDrawer } from './route.ts';

/** Slides over the picture; flight and camera stay in reach. Escape closes it. */
export function Drawer({ name }: { readonly name: DrawerName }) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawer takes the focus too
  useEffect(() => heading.current?.focus(), [name]);
  const { Content, again, hasFailed } = useDrawerContent(name);
  return (
    <section
      className={styles.drawer}
      aria-label={words.shell[name]}
      onKeyDown={(event) => event.key === 'Escape' && openDrawer(undefined)}
    >
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {words.shell[name]}
        </h2>
        <Button look="ghost" isSquare aria-label={words.kit.close} onPress={() => openDrawer(undefined)}>
          <CloseIcon />
        </Button>
      </header>
      <div className={styles.content}>
        {Content !== undefined && (
          <FaultGuard key={name}>
            <Content />
          </FaultGuard>
        )}
        {hasFailed && (
          <>
            <Trouble text={words.shell.loadFailed} />
            <Button onPress={again}>{words.shell.tryAgain}</Button>
          </>
        )}
      </div>
    </section>
  );
}
