import { AppearanceChoices, ZoneChoice } from '@kitestring/console-ui/appearance-choices.tsx';
import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { BookIcon, ExitIcon, GearIcon } from '@kitestring/console-ui/icons.tsx';
import menu from '@kitestring/console-ui/page-menu.module.css';
import bar from '@kitestring/console-ui/top-bar.module.css';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { AlarmSignal } from '../alarms/alarm-signal.tsx';
import { useFleet, useHub } from '../fleet-context.tsx';
import { useNumberText, usePreferences } from '../preferences/preferences.tsx';
import { countAlarms, filterCounts } from '../stations/fleet-view.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './top-bar.module.css';

/** Name of the hub, four figures of the fleet, settings. */
export function TopBar() {
  const { shell } = useWords();
  return (
    <header className={bar.bar}>
      <img src="/kite.svg" alt="" width="28" height="28" />
      <h1 className={bar.name}>{shell.title}</h1>
      <span className={styles.host}>{location.host}</span>
      <span className={bar.gap} />
      <AlarmSignal />
      <Figures />
      <DialogTrigger>
        <Button look="ghost" isSquare aria-label={shell.settings}>
          <GearIcon />
        </Button>
        <Popover className={menu.popover ?? ''} placement="bottom end">
          <Dialog className={menu.menu ?? ''} aria-label={shell.settings}>
            <Settings />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </header>
  );
}

/** Alarms, stations with alarms, flights and silent stations; always visible. */
function Figures() {
  const { fleet } = useWords();
  const { isLoaded, lostMs, stations } = useFleet();
  const number = useNumberText();
  if (!isLoaded) return null;
  const { alarms, ...others } = filterCounts(stations);
  const counts = { active: countAlarms(stations), alarms, ...others };
  return (
    <ul className={styles.figures} aria-label={fleet.summary} data-stale={lostMs !== undefined || undefined}>
      {(['active', 'alarms', 'flying', 'offline'] as const).map((name) => (
        <li
          key={name}
          className={classNames(styles.figure, counts[name] > 0 && styles[name === 'active' ? 'alarms' : name])}
        >
          <strong className="figures">{number(counts[name])}</strong>{' '}
          {name === 'flying' || name === 'offline' ? fleet.figures[name] : fleet.figures[name](counts[name])}
        </li>
      ))}
    </ul>
  );
}

function Settings() {
  const { shell } = useWords();
  const { session, signedIn } = useHub();
  const { choose, preferences } = usePreferences();
  return (
    <>
      <p className={menu.person}>
        <span className="quiet small">{shell.signedInAs}</span>
        <br />
        <strong>{signedIn.name}</strong>
      </p>
      <AppearanceChoices words={shell} preferences={preferences} onChange={choose} />
      <ZoneChoice words={shell} preferences={preferences} onChange={choose} />
      <a className={menu.link} href="/openapi.json" target="_blank" rel="noreferrer">
        <BookIcon /> {shell.reference}
      </a>
      <Button onPress={() => void session.signOut()}>
        <ExitIcon /> {shell.signOut}
      </Button>
    </>
  );
}
