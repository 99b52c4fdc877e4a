import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../kit/save-file.ts';
import { useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';

export interface Download {
  /** Share that has come, 0 to 100; undefined while nothing is fetched. */
  readonly percent: number | undefined;
  readonly trouble: string | undefined;
  readonly start: (fileId: string) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Fetches a file of a recording with the token of the page, and gives it to the browser to save. A link could not carry
 * the token.
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
      const response = await link.call((client) =>
        client.recordings.getRecordingFile(params, { signal: ended.signal }),
      );
      saveFile(await blobOf(response, setPercent), `${recordingId}-${fileId}`);
    } catch (error) {
      if (!ended.signal.aborted) setTrouble(troubleText(error, words));
    } finally {
      if (running.current === ended) setPercent(undefined);
    }
  };
  return { percent, trouble, start, stop: () => running.current?.abort() };
}

async function blobOf(response: Response, onPercent: (percent: number) => void): Promise<Blob> {
  const total = Number(response.headers.get('content-length'));
  let got = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      got += chunk.length;
      onPercent(total > 0 ? Math.floor((got / total) * 100) : 0);
      controller.enqueue(chunk);
    },
  });
  // The browser keeps a blob that is large on the disk.
  return await new Response(response.body?.pipeThrough(counted) ?? null).blob();
}
