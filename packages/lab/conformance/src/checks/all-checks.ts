import type { CheckedApi } from '../api-version.ts';
import type { ContractCheck } from '../check.ts';
import { accessChecks } from './access.ts';
import { bodyChecks } from './bodies.ts';
import { CAMERA_CHECKS } from './camera.ts';
import { connectionChecks } from './connections.ts';
import { consistencyChecks } from './consistency.ts';
import { emptyBodyChecks } from './empty-bodies.ts';
import { BEFORE_FLIGHT, CLIMB, TAKE_OFF } from './flight/climb.ts';
import { LANDING } from './flight/landing.ts';
import { SHOWN_IN_FLIGHT } from './flight/shown.ts';
import { refusedIn } from './flight/steps.ts';
import { ABORT_STOPS, TURNS } from './flight/turns.ts';
import { FRESH_CHECKS } from './freshness.ts';
import { HANDOFF_CHECKS } from './handoff.ts';
import { healthChecks } from './health.ts';
import { LIDS_CHECKS } from './lids.ts';
import { limitValueChecks } from './limit-values.ts';
import { limitChecks } from './limits.ts';
import { methodChecks } from './methods.ts';
import { notificationChecks } from './notifications.ts';
import { olderChecks } from './older.ts';
import { observationBegins, paceChecks } from './pace.ts';
import { pluginChecks } from './plugin.ts';
import { PREVIEW_CHECKS } from './preview.ts';
import { FILE_CHECKS, RECORDER_CHECKS } from './recordings.ts';
import { replyChecks } from './replies.ts';
import { socketChecks } from './sockets.ts';
import { topicChecks } from './subscriptions.ts';
import { tokenChecks } from './tokens.ts';
import { VIDEO_CHECKS } from './video.ts';

/** All checks of an API version, in order. */
export function allChecks(api: CheckedApi): readonly ContractCheck[] {
  return withOwnWords(api, [
    observationBegins,
    ...healthChecks(api),
    ...connectionChecks(api),
    ...RECORDER_CHECKS,
    ...replyChecks(api),
    ...olderChecks(api),
    ...accessChecks(api),
    ...methodChecks(api),
    ...tokenChecks(api),
    ...bodyChecks(api),
    ...emptyBodyChecks(api),
    ...limitValueChecks(api),
    ...consistencyChecks(api),
    ...HANDOFF_CHECKS,
    ...(api.version === '0.5.0' ? PREVIEW_CHECKS : []),
    ...pluginChecks(api),
    ...CAMERA_CHECKS,
    ...VIDEO_CHECKS,
    ...FRESH_CHECKS,
    ...LIDS_CHECKS,
    ...FILE_CHECKS,
    ...flightChecks(api),
    ...notificationChecks(api),
    ...topicChecks(api),
    ...socketChecks(api),
    ...limitChecks(api),
    ...paceChecks(api),
  ]);
}

/** These make most token requests of a run: a station that has just been checked grants about one a second. */
const REQUESTS_TOKENS = /^auth\.token\.(request|invalidate)\./;

/** Paths in sentences are those of the newest version. */
const withOwnWords = ({ prefix }: CheckedApi, checks: readonly ContractCheck[]): readonly ContractCheck[] => {
  const worded = (text: string) => text.replaceAll('/v1/', `/${prefix}/`);
  return checks.map((check) => ({
    ...check,
    // Baselines use the original name of this operation.
    id: check.id.replace('health.get', 'health'),
    sentence: check.id.startsWith('absent.') ? check.sentence : worded(check.sentence),
    source: { ...check.source, place: worded(check.source.place) },
    ...(REQUESTS_TOKENS.test(check.id) && { lane: 'tokens' }),
  }));
};

/** A whole flight: each check continues from the state that the previous one left. */
const flightChecks = ({ abortsFlying }: CheckedApi): ContractCheck[] => [
  ...BEFORE_FLIGHT,
  ...TAKE_OFF,
  refusedIn('Flying', abortsFlying ? ['take_off'] : ['take_off', 'abort']),
  ...CLIMB,
  ...SHOWN_IN_FLIGHT,
  ...TURNS,
  ...(abortsFlying ? [ABORT_STOPS] : []),
  ...LANDING,
];
