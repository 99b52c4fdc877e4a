import { useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';
import { downloadsOf } from './downloads.ts';

/** The download of a recording, as shown beside it. */
export interface ShownDownload {
  /** Received share, 0 to 100; undefined when there is no download. */
  readonly percent: number | undefined;
  /** Shown beside the share while the connection is interrupted. */
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
