export type { AccountRecord, AccountStore, PasskeyRecord } from './account-store.ts';
export {
  type Aircraft,
  type AircraftIdentity,
  type AircraftLinkState,
  type AircraftSample,
  type AxisMove,
  type CameraSample,
  type GpsPosition,
  type GroundStationHazards,
  type GroundStationSample,
  type KiteHazards,
  type KiteSample,
  type LinkSigningState,
  NO_GROUND_STATION_HAZARDS,
  NO_KITE_HAZARDS,
  type RemoteIdSample,
  type RooftopBoxSample,
  type TetherSample,
} from './aircraft.ts';
export type { AircraftStream, AircraftVideo } from './aircraft-video.ts';
export type { AircraftNote, AutopilotSettings, UnsafeSetting } from './autopilot-report.ts';
export { type Capabilities, EVERYTHING } from './capabilities.ts';
export { NO_ABOUT } from './capture-store.ts';
export type { CounterStore } from './counter-store.ts';
export type { DocumentStore } from './document-store.ts';
export type { FlightDataQuery, FlightListQuery, FlightLogs, FlightReportOptions } from './flight-logs.ts';
export {
  type GroundCapabilities,
  type GroundEquipment,
  type GroundFault,
  type GroundLink,
  type GroundNote,
  type GroundOrder,
  type GroundOutcome,
  type GroundReading,
  type LineOrder,
  type LineOrderKind,
  NO_GROUND_CAPABILITIES,
  type SupplySource,
} from './ground-equipment.ts';
export type { EndedRecords, NotificationPlace, NotificationRecord, NotificationStore } from './notification-store.ts';
export type { PinRecord, PinStore } from './pin-store.ts';
export type { PluginRecord, PluginStore } from './plugin-store.ts';
export type { RecordableStream, RecorderEvents, RecorderPort } from './recorder.ts';
export {
  type RecordingFile,
  type RecordingRecord,
  type RecordingSpace,
  type RecordingStore,
  type Space,
  VIDEO_FILE_IDS,
  type VideoFileRecord,
} from './recording-store.ts';
export { NO_SCENARIOS, type ScenarioRunner } from './scenario-runner.ts';
export type { Secrets } from './secrets.ts';
export type { SessionRecord, SessionStore } from './session-store.ts';
export type { SnapshotRecord, SnapshotStore } from './snapshot-store.ts';
export { attempt, type StationStore } from './store.ts';
export type { WatchLinkRecord, WatchLinkStore } from './watch-link-store.ts';
