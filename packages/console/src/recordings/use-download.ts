import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';
import { downloadsOf } from './downloads.ts';

/** The download from a recording, as it is shown beside it. */
export interface ShownDownload {
  /** Share that has come, 0 to 100; undefined while nothing is fetched. */
  readonly percent: number | undefined;
  /** While the way to the station is broken it says so, beside the share that has come. */
  readonly trouble: string | undefined;
  readonly start: (fileId: string) => Promise<void>;
  readonly stop: () => void;
}

export function useDownload(recordingId: string): ShownDownload {
  const words = useWords();
  const downloads = downloadsOf(useStation().link);
  const { error, percent } = useSyncExternalStore(downloads.subscribe, () => downloads.of(recordingId));
  return {
    percent,
    trouble: error === undefined ? undefined : troubleText(error, words),
    start: (fileId) => downloads.start(recordingId, fileId),
    stop: () => downloads.stop(recordingId),
  };
}
