import type { RecordingsState } from '@kitestring/contract/recordings/recordings-state.ts';
import { Button } from '../kit/button.tsx';
import { durationText } from '../kit/duration-text.ts';
import { Trouble } from '../kit/trouble.tsx';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './recorder-control.module.css';

export interface RecorderProps {
  readonly state: RecordingsState | undefined;
  readonly isStale: boolean;
}

/** Starts and ends a recording, and says whether one runs. */
export function RecorderControl({ isStale, state }: RecorderProps) {
  const words = useWords();
  const isRecording = state?.is_recording === true;
  const command = useCommand((client) =>
    isRecording ? client.recordings.stopRecording() : client.recordings.startRecording(),
  );
  const length = durationText(state?.recording_seconds ?? 0);
  return (
    <div className={styles.control}>
      <p className={styles.state} data-stale={isStale || undefined}>
        <span className={isRecording ? styles.dot : styles.noDot} aria-hidden="true" />
        {isRecording ? words.recordings.running(length) : words.recordings.notRunning}
      </p>
      <Button
        look={isRecording ? 'plain' : 'primary'}
        isPending={command.isBusy}
        isDisabled={state === undefined}
        onPress={() => void command.send()}
      >
        {isRecording ? words.recordings.stop : words.recordings.start}
      </Button>
      <Trouble text={command.trouble} />
    </div>
  );
}
