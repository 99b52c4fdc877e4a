import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import buttonStyles from '../kit/button.module.css';
import { Button } from '../kit/button.tsx';
import { Choice } from '../kit/choice.tsx';
import { classNames } from '../kit/class-names.ts';
import { BookIcon, ExitIcon, GearIcon } from '../kit/icons.tsx';
import { THEMES } from '../preferences/preferences.ts';
import { usePreferences } from '../preferences/preferences-context.tsx';
import { useStation } from '../station/station-context.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './page-menu.module.css';

/** Appearance, language, reference, sign out. */
export function PageMenu() {
  const words = useWords();
  const { facts, session } = useStation();
  const { choose, preferences } = usePreferences();
  const themes = THEMES.map((id) => ({ id, name: words.shell.themes[id] }));
  const languages = LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }));
  return (
    <DialogTrigger>
      <AriaButton
        className={classNames(buttonStyles.button, buttonStyles.ghost, buttonStyles.square)}
        aria-label={words.shell.settings}
      >
        <GearIcon />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog className={styles.menu ?? ''} aria-label={words.shell.settings}>
          <Choice
            label={words.shell.theme}
            options={themes}
            value={preferences.theme}
            onChange={(theme) => choose({ theme })}
          />
          <Choice
            label={words.shell.language}
            options={languages}
            value={preferences.language}
            onChange={(language) => choose({ language })}
          />
          <a className={styles.link} href="/docs" target="_blank" rel="noreferrer">
            <BookIcon /> {words.shell.reference}
          </a>
          <Button onPress={() => void session.signOut()}>
            <ExitIcon /> {words.shell.signOut}
          </Button>
          <p className="quiet small">Kitestring {facts.version}</p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
