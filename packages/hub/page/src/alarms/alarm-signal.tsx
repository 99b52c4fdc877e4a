import { ALARM_PATTERNS, AlarmSound } from '@kitestring/console-ui/alarm-sound.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { BellIcon } from '@kitestring/console-ui/icons.tsx';
import { useEffect, useState } from 'react';
import { useAlarms } from '../fleet-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { soundOf, urgentAlarms } from './urgent-alarms.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** Sound and title of urgent alarms, also in a background tab. Its button silences the current ones, and acknowledges nothing. */
export function AlarmSignal() {
  const { alarms: texts, shell } = useWords();
  const { open } = useAlarms();
  const [heard, setHeard] = useState(NOTHING);
  const isTouched = useTouched();
  const urgent = urgentAlarms(open);
  const sound = soundOf(open, heard);
  useEffect(() => {
    if (sound === undefined || !isTouched) return;
    const player = new AlarmSound();
    player.play(ALARM_PATTERNS[sound]);
    return () => player.close();
  }, [sound, isTouched]);
  useEffect(() => {
    document.title = urgent.length === 0 ? shell.title : `(${urgent.length}) ${shell.names.alarms} - ${shell.title}`;
  }, [urgent.length, shell]);
  if (sound === undefined) return null;
  return (
    <Button
      look="danger"
      isSquare
      aria-label={isTouched ? texts.silence : texts.blocked}
      onPress={() => setHeard(new Set(urgent.map(({ id }) => id)))}
    >
      <BellIcon />
    </Button>
  );
}

/** Browsers play no sound before the page has been touched. */
function useTouched(): boolean {
  const [isTouched, setIsTouched] = useState(() => navigator.userActivation?.hasBeenActive ?? false);
  useEffect(() => {
    if (isTouched) return;
    const touch = () => setIsTouched(true);
    for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, touch);
    return () => {
      for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, touch);
    };
  }, [isTouched]);
  return isTouched;
}
