import { DEG_PER_RAD, wrap180 } from '@kitestring/base/angles.ts';
import { isInstallation } from '@kitestring/station-contract/system/system-info.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, NotApplicableFault, published } from '../check.ts';
import type { Answer } from '../link/answer.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { check, numbers, type Values } from './consistent.ts';
import { answerTo } from './replies.ts';
import { soundValueChecks, unlessLacking } from './sound-values.ts';
import { STREAMS } from './streams.ts';

/** A tether is not this long. */
const KITE_DISTANCE_MAX_DEG = 0.002;
/** Reference points of the two antennas, and a climb between two answers. */
const ELEVATION_APART_M = 10;
const ACCURACY_MAX_M = 100;
/** A hundred terabytes: more than a Ground Station has. */
const SPACE_MAX = 1e14;

/** Values that must agree: errors of units, signs and frames show here, where a single response hides them. */
export const consistencyChecks = (api: CheckedApi): ContractCheck[] => [
  ...UNITS,
  ...STATES,
  ...STREAMS,
  absentNotNull(api),
  ...soundValueChecks(api),
];

const UNITS: readonly ContractCheck[] = [
  check(
    'units.altitude-limits',
    'Altitude limits are metres: take-off below the soft maximum, that at most the hard maximum.',
    published('GET /v1/flight/info'),
    async (expect, station) => {
      const { object, exchange } = await station.ask('flight.info');
      const names = ['altitude_takeoff', 'altitude_soft_max', 'altitude_hard_max'] as const;
      const [takeoff = 0, soft = 0, hard = 0] = numbers(object, ...names);
      expect.that(takeoff > 0 && takeoff < 20, `altitude_takeoff is metres, got ${takeoff}`, exchange);
      expect.that(takeoff < soft, `altitude_takeoff ${takeoff} is below altitude_soft_max ${soft}`, exchange);
      expect.that(soft <= hard, `altitude_soft_max ${soft} is at most altitude_hard_max ${hard}`, exchange);
      expect.that(hard >= 10 && hard <= 200, `altitude_hard_max is metres, got ${hard}`, exchange);
    },
  ),
  check(
    'units.camera-limits',
    'Speeds are degrees per second, the smallest below the largest; tilt goes from up (negative) to down.',
    published('GET /v1/camera/info'),
    async (expect, station) => {
      const { object, exchange } = await station.ask('camera.info');
      const names = ['pan_speed_min', 'pan_speed_max', 'tilt_speed_min', 'tilt_speed_max'] as const;
      const [panMin = 0, panMax = 0, tiltMin = 0, tiltMax = 0] = numbers(object, ...names);
      expect.that(panMin > 0 && panMin < panMax, `pan speeds ${panMin} and ${panMax}`, exchange);
      expect.that(tiltMin > 0 && tiltMin < tiltMax, `tilt speeds ${tiltMin} and ${tiltMax}`, exchange);
      for (const [name, most] of Object.entries({ pan_speed_max: panMax, tilt_speed_max: tiltMax }))
        expect.that(most >= 5 && most <= 180, `${name} is degrees per second, got ${most}`, exchange);
      const [up = 0, down = 0] = numbers(object, 'tilt_min', 'tilt_max');
      const text = `tilt_min ${up} and tilt_max ${down} are degrees, positive downwards`;
      expect.that(up <= 0 && down >= 20, text, exchange);
    },
  ),
  check(
    'units.position',
    'Positions are degrees and metres: the Kite is near its Ground Station.',
    published('GET /v1/flight/state, GET /v1/system/state'),
    async (expect, station) => {
      const { object: flight, exchange } = await station.ask('flight.state');
      const { object: system, exchange: ofSystem } = await station.ask('system.state');
      const [kiteLat = 0, kiteLon = 0] = numbers(flight, 'kite_gps_lat', 'kite_gps_lon');
      const [gsLat = 0, gsLon = 0] = numbers(system, 'gs_gps_lat', 'gs_gps_lon');
      expect.near(kiteLat, gsLat, KITE_DISTANCE_MAX_DEG, 'kite_gps_lat beside gs_gps_lat', exchange);
      const lonMaxDeg = KITE_DISTANCE_MAX_DEG / Math.cos(gsLat / DEG_PER_RAD);
      expect.near(wrap180(kiteLon - gsLon), 0, lonMaxDeg, 'kite_gps_lon beside gs_gps_lon', exchange);
      const [kiteM = 0, altitudeM = 0] = numbers(flight, 'kite_gps_elevation', 'altitude');
      const [gsM = 0] = numbers(system, 'gs_gps_elevation');
      const [kiteAccuracyM = 0] = numbers(flight, 'kite_gps_accuracy');
      const [gsAccuracyM = 0] = numbers(system, 'gs_gps_accuracy');
      expect.that(kiteAccuracyM < ACCURACY_MAX_M, `kite_gps_accuracy is metres, got ${kiteAccuracyM}`, exchange);
      expect.that(gsAccuracyM < ACCURACY_MAX_M, `gs_gps_accuracy is metres, got ${gsAccuracyM}`, ofSystem);
      // Vertically GPS is worse.
      const withinM = ELEVATION_APART_M + 3 * (kiteAccuracyM + gsAccuracyM);
      expect.near(kiteM - gsM, altitudeM, withinM, 'kite_gps_elevation above gs_gps_elevation', exchange);
    },
  ),
  check(
    'units.power',
    'The input voltage is volts, battery levels are percent.',
    published('GET /v1/system/state'),
    async (expect, station) => {
      const answer = await station.ask('system.state');
      const [volts = 0] = numbers(answer.object, 'gs_input_voltage');
      expect.that(volts >= 0 && volts < 1000, `gs_input_voltage is volts, got ${volts}`, answer.exchange);
      const levels = numbers(answer.object, 'gs_battery_level', 'kite_battery_level');
      // A fraction instead of percent would be far too low for a system that is ready.
      for (const level of levels) expect.that(level > 1.5, `a battery level is percent, got ${level}`, answer.exchange);
    },
  ),
  check(
    'units.time-zone',
    'timezone_offset is that of timezone now, as +hh:mm.',
    published('GET /v1/system/info'),
    async (expect, station) => {
      const answer = await station.ask('system.info');
      const { timezone, timezone_offset: offset } = answer.object;
      expect.matches(String(offset), /^[+-]\d\d:\d\d$/, 'timezone_offset', answer.exchange);
      const { to_time: now } = await station.read('notifications.state');
      expect.equal(
        offsetOf(String(timezone), Date.parse(String(now))),
        offset,
        `offset of ${String(timezone)}`,
        answer.exchange,
      );
    },
  ),
];

/** UTC offset of a zone at station time, which may be in another season; at our time if unknown. */
function offsetOf(timeZone: string, stationMs: number): string | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const parts = format.formatToParts(Number.isNaN(stationMs) ? Date.now() : stationMs);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
  } catch {
    return undefined;
  }
}

const STATES: readonly ContractCheck[] = [
  check(
    'flight.state.on-the-ground',
    'In StandBy the Kite is on the ground: no altitude, nothing under way.',
    published('GET /v1/flight/state'),
    async (expect, station) => {
      const { object, exchange } = await station.ask('flight.state');
      const { flight_state: state, altitude = 0, is_rotating = false, is_changing_altitude = false } = object;
      if (state !== 'StandBy') throw new NotApplicableFault(`the Kite is in ${String(state)}`);
      expect.near(altitude, 0, 0.4, 'altitude', exchange);
      const underWay = [is_rotating, is_changing_altitude];
      expect.equal(underWay, [false, false], 'is_rotating and is_changing_altitude', exchange);
    },
  ),
  check(
    'system.state.rooftop-box',
    'Only a Rooftop Box has lids, and one always has.',
    published('GET /v1/system/state'),
    async (expect, station) => {
      const { installation } = await station.read('system.info');
      const { object, exchange } = await station.ask('system.state');
      const isBox = isInstallation(String(installation), 'Rooftop Box');
      const isThere = object.rtb_lids_state !== undefined;
      expect.equal(isThere, isBox, `rtb_lids_state is there (${String(installation)})`, exchange);
    },
  ),
  check(
    'system.state.remote-id',
    'Remote ID that is OK has no errors.',
    published('GET /v1/system/state'),
    async (expect, station) => {
      const answer = await station.ask('system.state');
      const { status, error_codes: codes } = (answer.object.drone_id ?? {}) as Values;
      if (status === undefined) throw new NotApplicableFault('there is no drone_id');
      const errors = (Array.isArray(codes) ? codes : []).filter((code) => !String(code).startsWith('WARNING'));
      if (status === 'OK') expect.equal(errors, [], 'error_codes', answer.exchange);
      else expect.that(status !== 'FAILED' || errors.length > 0, 'FAILED says why', answer.exchange);
    },
  ),
  check(
    'recordings.state.space',
    'Free and occupied space are bytes of the whole; nothing is counted while nothing is recorded.',
    published('GET /v1/recordings/state'),
    async (expect, station) => {
      const { object, exchange, status } = await station.ask('recordings.state');
      if (status !== 200) throw new NotApplicableFault('there is no recorder');
      const [free = 0, total = 0] = numbers(object, 'available_space', 'total_space');
      expect.that(free <= total, `available_space ${free} is at most total_space ${total}`, exchange);
      expect.that(total < SPACE_MAX, `total_space is bytes, got ${total}`, exchange);
      const { occupied_space: occupied = 0, is_recording: recording, recording_seconds: seconds = 0 } = object;
      expect.that(Number(occupied) <= total, `occupied_space ${String(occupied)} is at most total_space`, exchange);
      if (recording === false) expect.equal(seconds, 0, 'recording_seconds', exchange);
    },
  ),
  check(
    'recordings.state.as-listed',
    'is_recording is true exactly while a recording of the list is being recorded.',
    published('GET /v1/recordings/state'),
    async (expect, station) => {
      const [state, list] = [await station.ask('recordings.state'), await station.ask('recordings')];
      if (state.status !== 200 || list.status !== 200) throw new NotApplicableFault('there is no recorder');
      const isListed = (list.json as Values[]).some(({ is_being_recorded: isBeing }) => isBeing === true);
      expect.equal(state.object.is_recording, isListed, 'is_recording beside is_being_recorded', state.exchange);
    },
  ),
  check(
    'handoff.state.queue-needs-a-holder',
    'Clients wait only while another one is in control.',
    published('GET /v1/handoff/state'),
    async (expect, station) => {
      const { object, exchange } = await station.ask('handoff.state');
      const { controlling_client: holder, requesting_clients: queue } = object;
      const isEmpty = Array.isArray(queue) && queue.length === 0;
      expect.that(holder !== null || isEmpty, 'an empty queue while nobody is in control', exchange);
    },
  ),
  check(
    'auth.tokens.are-valid',
    'A listed session was created before now and is valid until later.',
    published('GET /v1/auth/tokens'),
    async (expect, station) => {
      const answer = await station.ask('auth.tokens');
      const now = await station.read('notifications.state');
      const nowMs = Date.parse(String(now.to_time));
      if (Number.isNaN(nowMs)) throw new NotApplicableFault('the station does not say its time');
      for (const { created_at: created, valid_until: until } of answer.json as Values[]) {
        expect.that(Date.parse(String(created)) <= nowMs, `created_at ${String(created)} is past`, answer.exchange);
        if (until !== undefined)
          expect.that(Date.parse(String(until)) > nowMs, `valid_until ${String(until)} is to come`, answer.exchange);
      }
    },
  ),
];

const READ = [
  'flight.info',
  'flight.state',
  'camera.info',
  'camera.state',
  'system.info',
  'system.state',
  'recordings.state',
] as const;

/** Their responses, without optional ones, one after the other: what a check asks for is then known. */
async function answersOf(api: CheckedApi, station: StationUnderTest): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const op of api.operations.filter(({ id }) => (READ as readonly string[]).includes(id))) {
    const answer = await unlessLacking(answerTo(op, station));
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

const absentNotNull = (api: CheckedApi): ContractCheck =>
  check(
    'fields.absent-not-null',
    'A field that cannot be gathered is absent, not null.',
    decided('Flight'),
    async (expect, station) => {
      for (const { exchange, object } of await answersOf(api, station)) {
        const nulls = Object.keys(object).filter((name) => object[name] === null);
        expect.equal(nulls, [], `fields of ${exchange.request.path} that are null`, exchange);
      }
    },
  );
