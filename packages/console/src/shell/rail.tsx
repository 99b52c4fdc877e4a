import type { ReactNode } from 'react';
import { classNames } from '../kit/class-names.ts';
import { BellIcon, FilmIcon, KeyIcon, ListIcon, PersonIcon, ServerIcon, SimulatorIcon } from '../kit/icons.tsx';
import { NotificationCount } from '../notifications/notification-count.tsx';
import { useScope, useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './rail.module.css';
import type { DrawerName } from './route.ts';

const ICONS: Readonly<Record<DrawerName, ReactNode>> = {
  notifications: <BellIcon />,
  recordings: <FilmIcon />,
  handoff: <PersonIcon />,
  system: <ServerIcon />,
  plugins: <KeyIcon />,
  audit: <ListIcon />,
  simulator: <SimulatorIcon />,
};

/** The way to everything that is not always in sight. */
export function Rail({ open }: { readonly open: DrawerName | undefined }) {
  const words = useWords();
  const names = useOfferedDrawers();
  return (
    <nav className={styles.rail} aria-label={words.shell.parts}>
      {names.map((name) => (
        <a
          key={name}
          href={name === open ? '#/' : `#/${name}`}
          className={classNames(styles.link, name === open && styles.open)}
          aria-current={name === open ? 'page' : undefined}
        >
          {ICONS[name]}
          {name === 'notifications' && <NotificationCount />}
          <span className={styles.name}>{words.shell[name]}</span>
        </a>
      ))}
    </nav>
  );
}

/** What this token and this aircraft have a use for. */
function useOfferedDrawers(): readonly DrawerName[] {
  const isAdministrator = useScope('internal');
  const { isSimulated } = useStation().facts;
  const names: DrawerName[] = ['notifications', 'recordings', 'handoff', 'system'];
  if (isAdministrator) names.push('plugins', 'audit');
  if (isSimulated) names.push('simulator');
  return names;
}
