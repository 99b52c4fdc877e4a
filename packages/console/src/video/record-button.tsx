import { Button } from '../kit/button.tsx';
import type { Command } from '../station/use-command.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './record-button.module.css';
import { RecordIcon, StopIcon } from './stage-icons.tsx';

/** Starts and ends a recording of all streams. */
export function RecordButton({ command }: { readonly command: Command<[start: boolean]> }) {
  const words = useWords();
  const isRecording = useTopicPart('recordings/state', ({ is_recording }) => is_recording);
  const name = isRecording ? words.video.stopRecording : words.video.record;
  return (
    <Button
      isSquare
      aria-label={name}
      isPending={command.isBusy}
      isDisabled={isRecording === undefined}
      onPress={() => void command.send(!isRecording)}
    >
      <span className={styles.icon}>{isRecording ? <StopIcon /> : <RecordIcon />}</span>
    </Button>
  );
}
