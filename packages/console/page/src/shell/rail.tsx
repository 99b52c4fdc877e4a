import { classNames } from '@kitestring/console-ui/class-names.ts';
import {
  BellIcon,
  ChartIcon,
  ExitIcon,
  HelpIcon,
  KeyIcon,
  MoreIcon,
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
  more: <MoreIcon />,
};

/** Needed in flight, or counting alarms: a narrow bar keeps these, and has the others behind `More`. */
const IN_FLIGHT: ReadonlySet<DrawerName> = new Set(['notifications', 'pins', 'handoff', 'help']);

interface RailProps {
  readonly open: DrawerName | undefined;
  /** The picture fills the screen. */
  readonly isCovered: boolean;
}

/** Links to all sections. */
export function Rail({ isCovered, open }: RailProps) {
  const words = useWords();
  // The list of flights is reached from the recordings.
  const shown = open === 'flights' ? 'recordings' : open;
  const names = useOfferedDrawers();
  const isRestShown = shown !== undefined && !IN_FLIGHT.has(shown);
  return (
    <nav className={classNames(rail.rail, styles.rail)} inert={isCovered} aria-label={words.shell.parts}>
      {names.map((name) => (
        <a
          key={name}
          href={name === open ? '#/' : `#/${name}`}
          className={classNames(rail.link, styles.link, name === shown && rail.open, !IN_FLIGHT.has(name) && rail.rest)}
          aria-current={name === open ? 'page' : undefined}
        >
          {ICONS[name]}
          {name === 'notifications' && <NotificationCount />}
          <span>{words.shell[name]}</span>
        </a>
      ))}
      <LinksAway className={classNames(rail.link, styles.link, rail.rest)} />
      <a
        href={open === 'more' ? '#/' : '#/more'}
        className={classNames(rail.link, styles.link, rail.more, isRestShown && rail.open)}
        aria-current={open === 'more' ? 'page' : undefined}
      >
        {ICONS.more}
        <span>{words.shell.more}</span>
      </a>
    </nav>
  );
}

/** The sections that a narrow bar leaves out. */
export function MoreDrawer() {
  const words = useWords();
  const names = useOfferedDrawers();
  return (
    <nav className={rail.sections} aria-label={words.shell.more}>
      {names
        .filter((name) => !IN_FLIGHT.has(name))
        .map((name) => (
          <a key={name} href={`#/${name}`}>
            {ICONS[name]}
            {words.shell[name]}
          </a>
        ))}
      <LinksAway />
    </nav>
  );
}

/** Links to other pages; a page in control stays open, and the administration then has a separate sign-in. */
function LinksAway({ className }: { readonly className?: string }) {
  const { shell } = useWords();
  const { facts } = useStation();
  const isAdministrator = useScope('internal');
  const newTab = useNewTabInControl();
  return (
    <>
      {isAdministrator && (
        <a href="#/accounts" className={className} {...newTab}>
          <KeyIcon />
          <span>{shell.administration}</span>
        </a>
      )}
      {facts.isAtHub && (
        <a href="/" className={className} {...newTab}>
          <ExitIcon />
          <span>{shell.hub.name}</span>
        </a>
      )}
    </>
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
