import { useEffect, useState } from 'react';
import { useStation } from '../station/station-context.tsx';

/** A small file of a recording as something that a picture can show; undefined while it is fetched, or if there is none. */
export function useFileUrl(recordingId: string, fileId: string): string | undefined {
  const { link } = useStation();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const ended = new AbortController();
    let made: string | undefined;
    const params = { recording_id: recordingId, file_id: fileId };
    link
      .call((client) => client.recordings.getRecordingFile(params, { signal: ended.signal }))
      .then((response) => response.blob())
      .then(
        (blob) => {
          if (ended.signal.aborted) return;
          made = URL.createObjectURL(blob);
          setUrl(made);
        },
        // Without a picture the recording is shown all the same.
        () => undefined,
      );
    return () => {
      ended.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [link, recordingId, fileId]);
  return url;
}
