import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { FaultGuard } from '@kitestring/console-ui/fault-guard.tsx';
import { useFocusReturn } from '@kitestring/console-ui/use-focus-return.ts';
import { type ComponentType, useEffect, useRef } from 'react';
import { HandoffDrawer } from '../handoff/handoff-drawer.tsx';
import { NotificationsDrawer } from '../notifications/notifications-drawer.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './drawer.module.css';
import { LateDrawer } from './late-drawers.tsx';
import { MoreDrawer } from './rail.tsx';
import { type DrawerName, openDrawer } from './route.ts';

const CONTENTS: Readonly<Record<DrawerName, ComponentType>> = {
  notifications: NotificationsDrawer,
  recordings: () => <LateDrawer name="RecordingsDrawer" />,
  flights: () => <LateDrawer name="FlightsDrawer" />,
  pins: () => <LateDrawer name="PinsDrawer" />,
  handoff: HandoffDrawer,
  system: () => <LateDrawer name="SystemDrawer" />,
  help: () => <LateDrawer name="HelpDrawer" />,
  more: MoreDrawer,
  simulator: () => <LateDrawer name="SimulatorDrawer" />,
};

/** Slides over the picture; flight and camera stay available. Escape closes it. */
export function Drawer({ name }: { readonly name: DrawerName }) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLElement>(null);
  useFocusReturn(place, () => linkTo(name) ?? linkTo('more'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawer takes the focus too
  useEffect(() => heading.current?.focus(), [name]);
  const Content = CONTENTS[name];
  return (
    <section
      ref={place}
      className={styles.drawer}
      aria-label={words.shell[name]}
      onKeyDown={(event) => event.key === 'Escape' && openDrawer(undefined)}
    >
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {words.shell[name]}
        </h2>
        <CloseButton label={words.ui.close} onPress={() => openDrawer(undefined)} />
      </header>
      <div className={styles.content}>
        <FaultGuard key={name}>
          <Content />
        </FaultGuard>
      </div>
    </section>
  );
}

/** The link to a section, unless a narrow bar has it behind `More`. */
const linkTo = (name: DrawerName): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`nav a[href$='/${name}']`)].find((link) => link.checkVisibility());
