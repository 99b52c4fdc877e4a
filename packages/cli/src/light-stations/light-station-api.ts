import { Readable } from 'node:stream';
import type { ApiAnswer, ApiRequest, StationApi } from '@kitestring/hub-link/commands/station-api.ts';
import { ALTITUDES_M, type LightStation } from './light-station.ts';

const ALTITUDE_PATH = '/api/v1/flight/control/altitude';
const STATE_PATH = /^\/api\/v1\/(\w+\/state)$/;

/** The API of a light station for people of the hub: states, take-off, landing, height; nothing else. */
export const lightStationApi = (station: LightStation): StationApi => ({
  request: (request) => Promise.resolve(request.method === 'GET' ? state(station, request) : done(station, request)),
});

function state(station: LightStation, { path }: ApiRequest): ApiAnswer {
  const topic = station.topic(STATE_PATH.exec(path)?.[1] ?? '');
  return topic === undefined ? notThere(path) : answer(200, topic.bytes);
}

function done(station: LightStation, { body, path }: ApiRequest): ApiAnswer {
  const { altitude } = (body ?? {}) as { readonly altitude?: unknown };
  if (path === ALTITUDE_PATH && !isAltitude(altitude)) {
    const { from, to } = ALTITUDES_M;
    const code = Number(altitude) > to ? 'ALTITUDE_ABOVE_HARD_MAX' : 'ALTITUDE_TOO_LOW';
    return refusal(400, code, `altitude must be a number of metres from ${from} to ${to}`);
  }
  const commands: Readonly<Record<string, () => boolean>> = {
    '/api/v1/flight/control/take_off': () => station.takeOff(),
    '/api/v1/flight/control/land': () => station.land(),
    [ALTITUDE_PATH]: () => station.flyTo(Number(altitude)),
  };
  const command = commands[path];
  if (command === undefined) return notThere(path);
  if (command()) return answer(202);
  const { phase } = station.beat();
  return refusal(409, 'WRONG_FLIGHT_STATE', `not possible while the Kite is in ${phase}`);
}

const isAltitude = (value: unknown): boolean =>
  typeof value === 'number' && value >= ALTITUDES_M.from && value <= ALTITUDES_M.to;

const notThere = (path: string): ApiAnswer => refusal(404, 'NOT_FOUND', `${path}: a light station does not have it`);

const refusal = (status: number, code: string, message: string): ApiAnswer =>
  answer(status, Buffer.from(JSON.stringify({ code, message })));

const answer = (status: number, bytes?: Uint8Array): ApiAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Readable.from(bytes === undefined ? [] : [bytes]),
});
