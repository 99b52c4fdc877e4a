import type { Operation } from '@kitestring/station-contract/operation.ts';
import { needed } from '../check.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';

/** Parameters for which this operation has data. @throws NotApplicableFault */
export async function paramsFor(op: Operation, station: StationUnderTest): Promise<Readonly<Record<string, string>>> {
  if (op.path.includes('{stream_id}'))
    return { stream_id: needed((await streamIds(station))[0], 'there is no video stream') };
  if (!op.path.includes('{recording_id}')) return {};
  const recording = needed((await recordings(station))[0], 'there is no recording');
  const file = recording.videos?.[0]?.file_id;
  if (!op.path.includes('{file_id}')) return { recording_id: recording.recording_id };
  return { recording_id: recording.recording_id, file_id: needed(file, 'there is no file of a recording') };
}

export async function streamIds(station: StationUnderTest): Promise<readonly string[]> {
  return (await streams(station)).map(({ stream_id }) => stream_id);
}

export interface ListedStream {
  readonly stream_id: string;
  readonly type: string;
  readonly zoom_min: number;
  readonly zoom_max: number;
  readonly can_do_snapshot: boolean;
  readonly frame_width?: number;
  readonly frame_height?: number;
  readonly [field: string]: unknown;
}

export const streams = (station: StationUnderTest): Promise<readonly ListedStream[]> =>
  station.once('streams', async () => listIn((await station.ask('videostreams')).json) as ListedStream[]);

interface ListedRecording {
  readonly recording_id: string;
  readonly is_being_recorded: boolean;
  readonly videos?: readonly { readonly file_id: string; readonly size: number; readonly is_recording: boolean }[];
}

/** Read each time, because recordings change. */
export const recordings = async (station: StationUnderTest): Promise<readonly ListedRecording[]> =>
  listIn((await station.ask('recordings')).json) as ListedRecording[];

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
