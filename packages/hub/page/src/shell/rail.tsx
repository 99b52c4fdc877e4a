import { classNames } from '@kitestring/console-ui/class-names.ts';
import {
  BellIcon,
  ChartIcon,
  GridIcon,
  KeyIcon,
  MoreIcon,
  PinIcon,
  ServerIcon,
} from '@kitestring/console-ui/icons.tsx';
import rail from '@kitestring/console-ui/rail.module.css';
import type { ReactNode } from 'react';
import { useAlarms, useHub } from '../fleet-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './rail.module.css';
import { addressOfPlace, type Section } from './route.ts';
import { sections, sectionsBehindMore } from './sections.ts';

const ICONS: Readonly<Record<Section, ReactNode>> = {
  stations: <ServerIcon />,
  map: <PinIcon />,
  wall: <GridIcon />,
  alarms: <BellIcon />,
  timeline: <ChartIcon />,
  administration: <KeyIcon />,
  more: <MoreIcon />,
};

/** List of sections; an open station stays open in another section. */
export function Rail({ section: open, sid }: { readonly section: Section; readonly sid: string | undefined }) {
  const words = useWords();
  const { signedIn } = useHub();
  const { open: alarms } = useAlarms();
  const unacknowledged = alarms.filter(({ acknowledged }) => acknowledged === undefined).length;
  const rest = sectionsBehindMore(signedIn);
  return (
    <nav className={classNames(rail.rail, styles.rail)} aria-label={words.shell.sections}>
      {sections(signedIn).map((name) => (
        <a
          key={name}
          href={addressOfPlace(name, sid)}
          className={classNames(
            rail.link,
            (name === open || (name === 'more' && rest.includes(open))) && rail.open,
            rest.includes(name) && rail.rest,
            name === 'more' && rail.more,
          )}
          aria-current={name === open ? 'page' : undefined}
        >
          {ICONS[name]}
          {name === 'alarms' && unacknowledged > 0 && (
            <span className={classNames(rail.count, styles.count)}>
              <span aria-hidden="true">{unacknowledged > 99 ? '99+' : unacknowledged}</span>
              <span className="hidden-visually">{words.alarms.unacknowledged(unacknowledged)}</span>
            </span>
          )}
          <span>{words.shell.names[name]}</span>
        </a>
      ))}
    </nav>
  );
}

/** The sections that a narrow bar leaves out. */
export function MoreSection() {
  const { shell } = useWords();
  const { signedIn } = useHub();
  return (
    <nav className={classNames(rail.sections, styles.more)} aria-label={shell.names.more}>
      <h2>{shell.names.more}</h2>
      {sectionsBehindMore(signedIn).map((name) => (
        <a key={name} href={addressOfPlace(name)}>
          {ICONS[name]}
          {shell.names[name]}
        </a>
      ))}
    </nav>
  );
}
