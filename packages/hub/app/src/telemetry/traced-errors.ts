import type { Log } from '@kitestring/base/log.ts';
import { readTraceparent } from '@kitestring/base/trace-context.ts';
import type { HubErrorReply } from '@kitestring/hub-contract/fleet/hub-error.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import type { Refusal } from '@kitestring/station-contract/refusal.ts';
import { type Exchange, splitTarget } from '@kitestring/web/http';

/** Paths of the published API of a station: their errors have the same body as at the station. */
const OF_STATION = /^\/fleet\/v1\/stations\/[^/]+\/(?:api|station|video)\//;
const PATH_LOGGED = 300;

/**
 * Trace id for the body of an error, which is logged with the same id. Failures are always logged, refusals at `debug`,
 * because a client can cause any number of them and their message has the reason.
 */
export const tracedErrors =
  (log: Log) =>
  ({ request }: Exchange, { code, message }: Refusal): Pick<HubErrorReply, 'trace_id'> => {
    const traceId = readTraceparent(request.headers.traceparent?.toString())?.traceId;
    if (traceId === undefined) return {};
    const path = splitTarget(request.url ?? '').path.slice(0, PATH_LOGGED);
    const { status } = ERRORS[code];
    const fields = { traceId, method: request.method, path, status, code };
    const isFailure = status >= 500;
    if (isFailure) log.info({ ...fields, reason: message }, 'a request could not be answered');
    else log.debug(fields, 'a request was refused');
    return isFailure || !OF_STATION.test(path) ? { trace_id: traceId } : {};
  };
