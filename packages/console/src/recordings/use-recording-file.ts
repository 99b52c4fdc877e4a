import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../kit/save-file.ts';
import { useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';
import { downloadFile } from './download-file.ts';

export interface Download {
  /** Share that has come, 0 to 100; undefined while nothing is fetched. */
  readonly percent: number | undefined;
  readonly trouble: string | undefined;
  readonly start: (fileId: string) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Fetches a file of a recording with the token of the page, and gives it to the browser to save. A link could not carry
 * the token. While the way to the station is broken, `trouble` says so beside the share that has come.
 */
export function useDownload(recordingId: string): Download {
  const { link } = useStation();
  const words = useWords();
  const running = useRef<AbortController>(undefined);
  const [percent, setPercent] = useState<number>();
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (fileId: string) => {
    const ended = new AbortController();
    running.current = ended;
    setTrouble(undefined);
    setPercent(0);
    try {
      const params = { recording_id: recordingId, file_id: fileId };
      const onBroken = (error: unknown) => setTrouble(error === undefined ? undefined : troubleText(error, words));
      const options = { signal: ended.signal, onPercent: setPercent, onBroken };
      const file = await link.call(({ recordings }) =>
        downloadFile({ ...options, start: (given) => recordings.download(params, given) }),
      );
      saveFile(file, `${recordingId}-${fileId}`);
    } catch (error) {
      setTrouble(ended.signal.aborted ? undefined : troubleText(error, words));
    } finally {
      if (running.current === ended) setPercent(undefined);
    }
  };
  return { percent, trouble, start, stop: () => running.current?.abort() };
}
