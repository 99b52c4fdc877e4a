import type { Log } from '@kitestring/base/log.ts';
import { readTraceparent } from '@kitestring/base/trace-context.ts';
import type { StationApi } from './station-api.ts';

/** The same API, with a log line for each request of a person of the hub. The line has the trace id of the hub. */
export const loggedApi = (api: StationApi, log: Log): StationApi => ({
  request: async (request) => {
    const { headers, method, path, person } = request;
    const traceId = readTraceparent(headers?.traceparent)?.traceId;
    const asked = { traceId, method, path: path.split('?', 1)[0], personId: person.id };
    const beganMs = performance.now();
    const tell = (fields: object) => {
      const entry = { ...asked, ...fields, ms: Math.round(performance.now() - beganMs) };
      if (method === 'GET' || method === 'HEAD') log.debug(entry, 'a request of the hub was answered');
      else log.info(entry, 'a request of the hub was answered');
    };
    try {
      const answer = await api.request(request);
      tell({ status: answer.status });
      return answer;
    } catch (fault) {
      tell({ fault: fault instanceof Error ? fault.message : String(fault) });
      throw fault;
    }
  },
});
