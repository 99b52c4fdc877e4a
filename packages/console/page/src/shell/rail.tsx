import { classNames } from '@kitestring/console-ui/class-names.ts';
import {
  BellIcon,
  ChartIcon,
  ExitIcon,
  HelpIcon,
  KeyIcon,
  PersonIcon,
  PinIcon,
  RecordingsIcon,
  ServerIcon,
  SimulatorIcon,
} from '@kitestring/console-ui/icons.tsx';
import rail from '@kitestring/console-ui/rail.module.css';
import type { ReactNode } from 'react';
import { useNewTabInControl } from '../handoff/use-control.ts';
import { NotificationCount } from '../notifications/severity-mark.tsx';
import { useScope, useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './rail.module.css';
import type { DrawerName } from './route.ts';

const ICONS: Readonly<Record<DrawerName, ReactNode>> = {
  notifications: <BellIcon />,
  recordings: <RecordingsIcon />,
  flights: <ChartIcon />,
  pins: <PinIcon />,
  handoff: <PersonIcon />,
  system: <ServerIcon />,
  simulator: <SimulatorIcon />,
  help: <HelpIcon />,
};

interface RailProps {
  readonly open: DrawerName | undefined;
  /** The picture fills the screen. */
  readonly isCovered: boolean;
}

/** Links to all sections. */
export function Rail({ isCovered, open }: RailProps) {
  const words = useWords();
  const names = useOfferedDrawers();
  // The list of flights is reached from the recordings.
  const shown = open === 'flights' ? 'recordings' : open;
  return (
    <nav className={classNames(rail.rail, styles.rail)} inert={isCovered} aria-label={words.shell.parts}>
      {names.map((name) => (
        <a
          key={name}
          href={name === open ? '#/' : `#/${name}`}
          className={classNames(rail.link, styles.link, name === shown && rail.open)}
          aria-current={name === open ? 'page' : undefined}
        >
          {ICONS[name]}
          {name === 'notifications' && <NotificationCount />}
          <span>{words.shell[name]}</span>
        </a>
      ))}
      <AdministrationLink />
      <HubLink />
    </nav>
  );
}

/** A page in control stays open: the administration opens in another tab, with a separate sign-in. */
function AdministrationLink() {
  const words = useWords();
  const isAdministrator = useScope('internal');
  const newTab = useNewTabInControl();
  if (!isAdministrator) return null;
  return (
    <a href="#/accounts" className={classNames(rail.link, styles.link)} {...newTab}>
      <KeyIcon />
      <span>{words.shell.administration}</span>
    </a>
  );
}

/** Link to all stations; a page in control stays open. */
function HubLink() {
  const words = useWords();
  const { facts } = useStation();
  const newTab = useNewTabInControl();
  if (!facts.isAtHub) return null;
  return (
    <a href="/" className={classNames(rail.link, styles.link)} {...newTab}>
      <ExitIcon />
      <span>{words.shell.hub.name}</span>
    </a>
  );
}

/** Sections available with this token and aircraft. */
function useOfferedDrawers(): readonly DrawerName[] {
  const { isAtHub, isSimulated } = useStation().facts;
  const names: DrawerName[] = ['notifications', 'recordings', 'pins', 'handoff', 'system'];
  // A hub does not forward simulator controls.
  if (isSimulated && !isAtHub) names.push('simulator');
  names.push('help');
  return names;
}
