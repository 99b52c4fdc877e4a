import type { IncomingMessage } from 'node:http';
import type { ApiAnswer, ApiRequest, StationApi } from '@kitestring/link/commands/station-api.ts';
import { nodeHttp, nodeHttps } from '@kitestring/server/http/node-http.ts';
import type { HubPeople } from './hub-people.ts';

/**
 * The station’s API over its own socket: people of the hub get the answers, limits and entries of the audit log that every client
 * gets.
 * @param stationUrl its address for this machine
 */
export const loopbackApi = (stationUrl: string, people: Pick<HubPeople, 'signIn'>): StationApi => ({
  request: async (request) => {
    const { session, token } = await people.signIn(request.person, request.scopes);
    return { ...answerOf(await sent(new URL(stationUrl), request, token)), session };
  },
});

async function sent(station: URL, { body, headers, method, path, signal }: ApiRequest, token: string) {
  const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { request: send } = station.protocol === 'https:' ? nodeHttps : nodeHttp;
  const request = send({
    host: station.hostname.replaceAll(/[[\]]/g, ''),
    port: station.port,
    ...{ method, path, signal },
    // Its own certificate, on this machine.
    rejectUnauthorized: false,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    },
  });
  request.once('response', resolve);
  request.once('error', reject);
  request.end(text);
  return promise;
}

function answerOf(response: IncomingMessage): Omit<ApiAnswer, 'session'> {
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: response };
}
