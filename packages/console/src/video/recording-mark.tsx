import { useRef } from 'react';
import { useClockTick } from '../kit/use-clock-tick.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { clockText } from './clock-text.ts';
import styles from './recording-mark.module.css';

/** A dot and the time, while a recording runs. */
export function RecordingMark() {
  const words = useWords();
  const { value } = useTopic('recordings/state');
  const isRecording = value?.is_recording === true;
  const seconds = useCountedS(isRecording ? value.recording_seconds : undefined);
  if (!isRecording) return <span />;
  return (
    <span className={styles.mark}>
      <span className={styles.dot} aria-hidden="true" />
      <span className="hidden-visually">{words.video.recording}</span>
      <span className="figures">{clockText(seconds)}</span>
    </span>
  );
}

/** Counts on between two messages, of which there may be five seconds between. */
function useCountedS(toldS: number | undefined): number {
  useClockTick(toldS !== undefined, 500);
  const told = useRef({ seconds: toldS, atMs: 0 });
  if (told.current.seconds !== toldS) told.current = { seconds: toldS, atMs: performance.now() };
  return (toldS ?? 0) + Math.min(6, Math.floor((performance.now() - told.current.atMs) / 1000));
}
