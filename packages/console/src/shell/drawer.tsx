import { type ComponentType, useEffect, useRef } from 'react';
import { AuditDrawer } from '../audit/audit-drawer.tsx';
import { HandoffDrawer } from '../handoff/handoff-drawer.tsx';
import { Button } from '../kit/button.tsx';
import { FaultGuard } from '../kit/fault-guard.tsx';
import { CloseIcon } from '../kit/icons.tsx';
import { NotificationsDrawer } from '../notifications/notifications-drawer.tsx';
import { PluginsDrawer } from '../plugins/plugins-drawer.tsx';
import { RecordingsDrawer } from '../recordings/recordings-drawer.tsx';
import { SimulatorDrawer } from '../simulator/simulator-drawer.tsx';
import { SystemDrawer } from '../system/system-drawer.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './drawer.module.css';
import { type DrawerName, openDrawer } from './route.ts';

const CONTENTS: Readonly<Record<DrawerName, ComponentType>> = {
  notifications: NotificationsDrawer,
  recordings: RecordingsDrawer,
  handoff: HandoffDrawer,
  system: SystemDrawer,
  plugins: PluginsDrawer,
  audit: AuditDrawer,
  simulator: SimulatorDrawer,
};

/** Slides over the picture; flight and camera stay in reach. Escape closes it. */
export function Drawer({ name }: { readonly name: DrawerName }) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawer takes the focus too
  useEffect(() => heading.current?.focus(), [name]);
  const Content = CONTENTS[name];
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
        <FaultGuard key={name}>
          <Content />
        </FaultGuard>
      </div>
    </section>
  );
}
