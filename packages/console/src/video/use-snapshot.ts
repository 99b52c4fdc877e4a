import { saveFile } from '../kit/save-file.ts';
import { useStation } from '../station/station-context.tsx';
import { type Command, useCommand } from '../station/use-command.ts';
import { snapshotName } from './snapshot-name.ts';

/** Takes a picture in the full size of a stream and saves it as a file. */
export function useSnapshot(): Command<[streamId: string]> {
  const { facts, link } = useStation();
  return useCommand(async (client, streamId) => {
    const response = await client.videostreams.getSnapshot({ stream_id: streamId });
    const takenAt = new Date(link.clock.nowMs() ?? Date.now());
    saveFile(await response.blob(), snapshotName(facts.stationName, streamId, takenAt));
  });
}
