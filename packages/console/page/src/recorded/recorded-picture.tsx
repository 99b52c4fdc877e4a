import { useEffect, useState } from 'react';
import { useReading } from '../station/use-reading.ts';
import { useStage, useStreamName } from '../video/use-stage.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './recorded-picture.module.css';

/** Pictures were recorded some seconds apart. */
const READ_EVERY_MS = 2000;

/** The last recorded picture of the main stream, if pictures were recorded. */
export function RecordedPicture() {
  const { recorded } = useWords();
  const { main } = useStage();
  const name = useStreamName()(main?.stream_id ?? '');
  const url = useRecordedPicture(main?.can_do_snapshot === true ? main.stream_id : undefined);
  if (url === undefined) return <p className={styles.none}>{recorded.noPictures}</p>;
  return <img className={styles.picture} src={url} alt={recorded.picture(name)} />;
}

/** URL of the current picture; undefined if there is none. */
function useRecordedPicture(streamId: string | undefined): string | undefined {
  const { value } = useReading(
    async ({ videostreams }, signal) => {
      const response = await videostreams.getSnapshot({ stream_id: streamId ?? '' }, { signal });
      return new Blob([await response.arrayBuffer()], { type: 'image/jpeg' });
    },
    { everyMs: READ_EVERY_MS, key: streamId ?? '', isOff: streamId === undefined },
  );
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (value === undefined) return;
    const made = URL.createObjectURL(value);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [value]);
  return url;
}
