import { PICTURE_LIGHTS, TEXT_SIZES, THEMES, type Theme } from './appearance.ts';
import { Choice } from './choice.tsx';
import type { Appearance } from './kept-appearance.ts';
import { LANGUAGE_NAMES, LANGUAGES } from './languages.ts';

interface AppearanceWords {
  readonly theme: string;
  readonly themes: Readonly<Record<Theme, string>>;
  readonly pictureLight: string;
  readonly textSize: string;
  readonly language: string;
}

interface ZoneWords {
  readonly zone: string;
  readonly zones: Readonly<Record<'local' | 'utc', string>>;
}

interface AppearanceChoicesProps<Words> {
  readonly words: Words;
  readonly preferences: Appearance;
  readonly onChange: (change: Partial<Appearance>) => void;
}

/** Colours, brightness of pictures, size of the text and language of the page. */
export function AppearanceChoices({ onChange, preferences, words }: AppearanceChoicesProps<AppearanceWords>) {
  return (
    <>
      <Choice
        label={words.theme}
        options={THEMES.map((id) => ({ id, name: words.themes[id] }))}
        value={preferences.theme}
        onChange={(theme) => onChange({ theme })}
      />
      <Choice
        label={words.pictureLight}
        options={PICTURE_LIGHTS.map((id) => ({ id, name: `${id} %` }))}
        value={preferences.pictureLight}
        onChange={(pictureLight) => onChange({ pictureLight })}
      />
      <Choice
        label={words.textSize}
        options={TEXT_SIZES.map((id) => ({ id, name: `${id} %` }))}
        value={preferences.textSize}
        onChange={(textSize) => onChange({ textSize })}
      />
      <Choice
        label={words.language}
        options={LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }))}
        value={preferences.language}
        onChange={(language) => onChange({ language })}
      />
    </>
  );
}

/** Whether times are in UTC or in the zone of the browser. */
export function ZoneChoice({ onChange, preferences, words }: AppearanceChoicesProps<ZoneWords>) {
  return (
    <Choice
      label={words.zone}
      options={(['local', 'utc'] as const).map((id) => ({ id, name: words.zones[id] }))}
      value={preferences.isUtc ? 'utc' : 'local'}
      onChange={(zone) => onChange({ isUtc: zone === 'utc' })}
    />
  );
}
