import type { Operation } from '@kitestring/station-contract/operation.ts';
import { operationById } from '@kitestring/station-contract/operations.ts';
import { startCameraFollow, stopCameraFollow } from '@kitestring/station-contract/station/camera-follow-operations.ts';

/** An operation of the published API, or one of ours that has a command of its own. */
export const scenarioOperation = (id: string): Operation | undefined =>
  operationById(id) ?? [startCameraFollow, stopCameraFollow].find((op) => op.id === id);
