import { Trouble } from '../kit/trouble.tsx';
import { useReading } from '../station/use-reading.ts';
import { useTopic, useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { RecorderControl } from './recorder-control.tsx';
import { RecordingItem } from './recording-item.tsx';
import styles from './recordings-drawer.module.css';
import { StorageBar } from './storage-bar.tsx';

/** What grows is read again this often. */
const AGAIN_MS = 5000;

/** Recordings: start, play, download, delete. */
export function RecordingsDrawer() {
  const words = useWords();
  const { isStale, value: state } = useTopic('recordings/state');
  const running = useTopicPart(
    'recordings/state',
    ({ is_recording, recording_id }) => `${is_recording} ${recording_id}`,
  );
  const list = useReading((client) => client.recordings.listRecordings(), { everyMs: AGAIN_MS, key: running ?? '' });
  return (
    <>
      <RecorderControl state={state} isStale={isStale} />
      <StorageBar state={state} isStale={isStale} />
      <Trouble text={list.trouble} />
      {list.value?.length === 0 && <p className="quiet">{words.recordings.none}</p>}
      <ul className={styles.list}>
        {list.value?.map((recording) => (
          <RecordingItem key={recording.recording_id} recording={recording} onRemoved={list.again} />
        ))}
      </ul>
    </>
  );
}
