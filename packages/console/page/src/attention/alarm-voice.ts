import { chooseLocale } from '@kitestring/console-ui/languages.ts';
import { useEffect } from 'react';
import { useActionText, withAction } from '../notifications/use-alarm-action.ts';
import { useAlarm } from '../notifications/use-notifications.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useWords } from '../words/words-context.tsx';
import { useIsSpoken } from './speech.ts';

/** The first burst of the sound ends before. */
const SPEAKS_AFTER_MS = 3000;
const AGAIN_MS = 15_000;
const VIBRATION_MS = [400, 200, 400, 200, 400];
const VIBRATES_EVERY_MS = 7000;

/** Speaks the action and the message of the worst alarm while it sounds, and vibrates. Renders nothing. */
export function AlarmVoice() {
  const words = useWords();
  const { alarm, unheard } = useAlarm();
  const isSpoken = useIsSpoken();
  const { language } = usePreferences().preferences;
  const actionText = useActionText();
  const isSounding = alarm.kind === 'sounding';
  const text = unheard && `${words.notifications.severities[unheard.severity]}. ${withAction(actionText)(unheard)}`;
  useEffect(() => {
    if (!isSounding || !isSpoken || text === undefined) return;
    const speak = () => {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = chooseLocale(language, navigator.languages);
      speechSynthesis.cancel();
      speechSynthesis.speak(utterance);
    };
    const first = setTimeout(speak, SPEAKS_AFTER_MS);
    const again = setInterval(speak, AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      speechSynthesis.cancel();
    };
  }, [isSounding, isSpoken, text, language]);
  useEffect(() => {
    if (!isSounding || !('vibrate' in navigator)) return;
    const vibrate = () => navigator.vibrate(VIBRATION_MS);
    vibrate();
    const again = setInterval(vibrate, VIBRATES_EVERY_MS);
    return () => {
      clearInterval(again);
      navigator.vibrate(0);
    };
  }, [isSounding]);
  return null;
}
