import { invalidateToken, listTokens, requestToken, updatePlugin } from './auth/operations.ts';
import {
  getCameraInfo,
  getCameraState,
  rotateCameraByAngle,
  rotateCameraToAngle,
  rotateCameraWithSpeed,
} from './camera/operations.ts';
import {
  abort,
  getFlightInfo,
  getFlightState,
  land,
  setAltitude,
  setAltitudeSoftMax,
  takeOff,
} from './flight/operations.ts';
import { getHandoffState, overrideControl, releaseControl, requestControl } from './handoff/operations.ts';
import { getHealth, getHealthV1, getVersions } from './health/operations.ts';
import { getNotificationDictionary, getNotificationHistory, getNotifications } from './notifications/operations.ts';
import type { Operation } from './operation.ts';
import {
  deleteRecording,
  getRecording,
  getRecordingFile,
  getRecordingsState,
  listRecordings,
  startRecording,
  stopRecording,
} from './recordings/operations.ts';
import {
  addObjectTopic,
  addTopic,
  openObjectSubscription,
  openSubscription,
  removeObjectTopic,
  removeTopic,
} from './subscriptions/operations.ts';
import { closeRtbLids, getSystemInfo, getSystemState, openRtbLids } from './system/operations.ts';
import { getSnapshot, getVideoStreamState, listVideoStreams, setPalette, setZoom } from './videostreams/operations.ts';

/** The whole local API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  requestToken,
  invalidateToken,
  listTokens,
  updatePlugin,
  getFlightInfo,
  getFlightState,
  takeOff,
  land,
  abort,
  setAltitude,
  setAltitudeSoftMax,
  getCameraInfo,
  getCameraState,
  rotateCameraByAngle,
  rotateCameraToAngle,
  rotateCameraWithSpeed,
  getHandoffState,
  requestControl,
  releaseControl,
  overrideControl,
  getNotifications,
  getNotificationHistory,
  getNotificationDictionary,
  getSystemInfo,
  getSystemState,
  openRtbLids,
  closeRtbLids,
  listVideoStreams,
  getVideoStreamState,
  setZoom,
  setPalette,
  getSnapshot,
  listRecordings,
  getRecordingsState,
  getRecording,
  deleteRecording,
  getRecordingFile,
  startRecording,
  stopRecording,
  openSubscription,
  addTopic,
  removeTopic,
  openObjectSubscription,
  addObjectTopic,
  removeObjectTopic,
  getHealth,
  getHealthV1,
  getVersions,
];

const byId: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((op) => [op.id, op]));

/** The operation with this id, for example `flight.control.altitude`. */
export const operationById = (id: string): Operation | undefined => byId.get(id);
