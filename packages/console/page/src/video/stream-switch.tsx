import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useWords } from '../words/words-context.tsx';
import styles from './stream-switch.module.css';
import { useStage, useStreamName } from './use-stage.ts';

/** Selects the large stream. */
export function StreamSwitch() {
  const words = useWords();
  const nameOf = useStreamName();
  const { chooseMain, main, streams = [] } = useStage();
  return (
    <ToggleButtonGroup
      className={styles.switch ?? ''}
      aria-label={words.video.streams}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={main === undefined ? [] : [main.stream_id]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        if (chosen !== undefined) chooseMain(String(chosen));
      }}
    >
      {streams.map(({ stream_id }) => (
        <ToggleButton key={stream_id} id={stream_id} className={styles.stream ?? ''}>
          {nameOf(stream_id)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
