import { AppearanceChoices, ZoneChoice } from '@kitestring/console-ui/appearance-choices.tsx';
import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { BookIcon, ExitIcon, PersonIcon } from '@kitestring/console-ui/icons.tsx';
import menu from '@kitestring/console-ui/page-menu.module.css';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { useNewTabInControl } from '../handoff/use-control.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { LENGTH_UNITS, SPEED_UNITS } from '../quantities/quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';

/** Appearance, language, units, own account, reference, sign out. */
export function Settings() {
  const words = useWords();
  const { facts, session, signedIn } = useStation();
  const newTab = useNewTabInControl();
  const { choose, preferences } = usePreferences();
  const { shell } = words;
  return (
    <>
      <AppearanceChoices words={shell} preferences={preferences} onChange={choose} />
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
      <ZoneChoice words={shell} preferences={preferences} onChange={choose} />
      {signedIn.account !== undefined && (
        <a className={menu.link} href="#/account" {...newTab}>
          <PersonIcon /> <span className={menu.person}>{signedIn.account.name}</span>
        </a>
      )}
      {facts.isAtHub ? (
        <p className="quiet small">{shell.hub.onlyAtStation}</p>
      ) : (
        <>
          <a className={menu.link} href="/docs" target="_blank" rel="noreferrer">
            <BookIcon /> {shell.reference}
          </a>
          <Button onPress={() => void session.signOut()}>
            <ExitIcon /> {shell.signOut}
          </Button>
        </>
      )}
      <p className="quiet small">Kitestring {facts.version}</p>
    </>
  );
}
