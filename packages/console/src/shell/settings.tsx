import { useNewTabInControl } from '../handoff/use-control.ts';
import { Button } from '../kit/button.tsx';
import { Choice } from '../kit/choice.tsx';
import { BookIcon, ExitIcon, PersonIcon } from '../kit/icons.tsx';
import { Switch } from '../kit/switch.tsx';
import { TEXT_SIZES, THEMES } from '../preferences/kept-preferences.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { LENGTH_UNITS, SPEED_UNITS } from '../quantities/quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './top-bar.module.css';

/** Appearance, language, units, own account, reference, sign out. */
export function Settings() {
  const words = useWords();
  const { facts, session, signedIn } = useStation();
  const newTab = useNewTabInControl();
  const { choose, preferences } = usePreferences();
  const { shell } = words;
  return (
    <>
      <Choice
        label={shell.theme}
        options={THEMES.map((id) => ({ id, name: shell.themes[id] }))}
        value={preferences.theme}
        onChange={(theme) => choose({ theme })}
      />
      <Choice
        label={shell.textSize}
        options={TEXT_SIZES.map((id) => ({ id, name: shell.textSizes[id] }))}
        value={preferences.textSize}
        onChange={(textSize) => choose({ textSize })}
      />
      <Choice
        label={shell.language}
        options={LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }))}
        value={preferences.language}
        onChange={(language) => choose({ language })}
      />
      {words.translator !== undefined && (
        <Switch
          isSelected={preferences.isEnglishShown}
          onChange={(isEnglishShown) => choose({ isEnglishShown })}
          hint={shell.englishHint}
        >
          {shell.english}
        </Switch>
      )}
      <Choice
        label={shell.lengthUnit}
        options={LENGTH_UNITS.map((id) => ({ id, name: shell.lengthUnits[id] }))}
        value={preferences.length}
        onChange={(length) => choose({ length })}
      />
      <Choice
        label={shell.speedUnit}
        options={SPEED_UNITS.map((id) => ({ id, name: shell.speedUnits[id] }))}
        value={preferences.speed}
        onChange={(speed) => choose({ speed })}
      />
      <p className="quiet small">{shell.unitsHint}</p>
      <Choice
        label={shell.zone}
        options={(['local', 'utc'] as const).map((id) => ({ id, name: shell.zones[id] }))}
        value={preferences.isUtc ? 'utc' : 'local'}
        onChange={(zone) => choose({ isUtc: zone === 'utc' })}
      />
      {signedIn.account !== undefined && (
        <a className={styles.link} href="#/account" {...newTab}>
          <PersonIcon /> <span className={styles.person}>{signedIn.account.name}</span>
        </a>
      )}
      <a className={styles.link} href="/docs" target="_blank" rel="noreferrer">
        <BookIcon /> {shell.reference}
      </a>
      <Button onPress={() => void session.signOut()}>
        <ExitIcon /> {shell.signOut}
      </Button>
      <p className="quiet small">Kitestring {facts.version}</p>
    </>
  );
}
