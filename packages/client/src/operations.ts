import * as admin from '@kitestring/station-contract/admin/operations.ts';
import * as auth from '@kitestring/station-contract/auth/operations.ts';
import * as camera from '@kitestring/station-contract/camera/operations.ts';
import * as flight from '@kitestring/station-contract/flight/operations.ts';
import * as handoff from '@kitestring/station-contract/handoff/operations.ts';
import * as health from '@kitestring/station-contract/health/operations.ts';
import * as notifications from '@kitestring/station-contract/notifications/operations.ts';
import * as recordings from '@kitestring/station-contract/recordings/operations.ts';
import * as replay from '@kitestring/station-contract/replay/operations.ts';
import * as sim from '@kitestring/station-contract/sim/operations.ts';
import * as station from '@kitestring/station-contract/station/operations.ts';
import * as system from '@kitestring/station-contract/system/operations.ts';
import * as videostreams from '@kitestring/station-contract/videostreams/operations.ts';
import type { BoundModule } from './bound-operations.ts';

/** The operations that a client has, by module of the contract. The published client has them with types of its own. */
export const MODULES = {
  auth,
  flight,
  camera,
  handoff,
  notifications,
  system,
  videostreams,
  recordings,
  health,
  station,
  admin,
  sim,
  replay,
} as const;

export type AuthOperations = BoundModule<typeof auth>;
export type FlightOperations = BoundModule<typeof flight>;
export type CameraOperations = BoundModule<typeof camera>;
export type HandoffOperations = BoundModule<typeof handoff>;
export type NotificationsOperations = BoundModule<typeof notifications>;
export type SystemOperations = BoundModule<typeof system>;
export type VideostreamsOperations = BoundModule<typeof videostreams>;
export type RecordingsOperations = BoundModule<typeof recordings>;
export type HealthOperations = BoundModule<typeof health>;
export type StationOperations = BoundModule<typeof station>;
export type AdminOperations = BoundModule<typeof admin>;
export type SimOperations = BoundModule<typeof sim>;
export type ReplayOperations = BoundModule<typeof replay>;
