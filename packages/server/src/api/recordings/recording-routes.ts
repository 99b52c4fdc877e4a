import {
  deleteRecording,
  getRecording,
  getRecordingFile,
  getRecordingsState,
  listRecordings,
  startRecording,
  stopRecording,
} from '@kitestring/contract/recordings/operations.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';

const noRecorder = () => refuse('VIDEO_UNAVAILABLE', 'this station has no recorder');

/** Checked like every request, and then answered that there is no recorder. */
export const recordingRoutes = (): readonly Route[] => [
  route(listRecordings, noRecorder),
  route(getRecordingsState, noRecorder),
  route(getRecording, noRecorder),
  route(deleteRecording, noRecorder),
  route(getRecordingFile, noRecorder),
  route(startRecording, noRecorder),
  route(stopRecording, noRecorder),
];
