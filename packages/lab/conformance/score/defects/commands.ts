import {
  answerOf,
  command,
  everywhere,
  is,
  letIn,
  mapped,
  parsedBody,
  refusal,
  set,
  stale,
  state,
  swallowed,
  withJson,
  withoutHeader,
} from '../changes.ts';
import type { DefectChange, PassingRequest } from '../defect.ts';
import { type DefectTable, defectWith, VIDEO } from './defect-table.ts';

const control = defectWith({ level: 'control' });
const flight = defectWith({ level: 'flight' });

const BY_ANGLE = 'camera/control/rotate_by_angle';
const TO_ANGLE = 'camera/control/rotate_to_angle';
const WITH_SPEED = 'camera/control/rotate_with_speed';
const ZOOM = /^videostreams\/[^/]+\/control\/zoom$/;
const FEET_PER_M = 3.28084;

const bodyOf = (request: PassingRequest) => (parsedBody(request) ?? {}) as Record<string, unknown>;
/** Answers refused commands as executed. */
const pardoned = (path: string | RegExp, refused: number, done: number) => refusal(path, refused, () => answerOf(done));

/** Defects of camera, zoom, lids, handoff and recordings. */
export const CONTROL_DEFECTS: DefectTable = {
  'tilt-upwards': control(
    'tilt_ned is positive upwards',
    'camera.tilt.to-angle',
    everywhere(
      'camera/state',
      mapped('tilt_ned', (old) => -Number(old)),
    ),
  ),
  'by-angle-upwards': control(
    'rotate_by_angle tilts upwards for a positive angle',
    'camera.tilt.by-angle',
    command(BY_ANGLE, (body) => ('tilt' in body ? { ...body, tilt: -Number(body.tilt) } : body)),
  ),
  'runs-on': control(
    'a rotation with a speed lasts three times as long as asked',
    'camera.tilt.with-speed',
    command(WITH_SPEED, (body) => ({ ...body, duration: Math.min(Number(body.duration) * 3, 10) })),
  ),
  'does-not-stop': control(
    'a rotation without a speed stops nothing',
    'camera.tilt.stops',
    swallowed(WITH_SPEED, 202, (request) => !('tilt_speed' in bodyOf(request)) && !('pan_speed' in bodyOf(request))),
  ),
  'not-replaced': control(
    'a command waits until the one before is done',
    'camera.tilt.replaced',
    swallowed(TO_ANGLE, 202, (request) => bodyOf(request).tilt_ned === 5),
  ),
  'no-axis-refused': control('a rotation without an axis is 400', 'camera.no-axis', () => ({
    request: (request) =>
      is(request, 'POST', /rotate_(by|to)_angle$/) && request.body.toString() === '{}'
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'no axis' }) }
        : request,
  })),
  'speed-clamped': control('a speed beyond its limit is 202', 'camera.speed-limits', pardoned(WITH_SPEED, 400, 202)),
  'pan-on-the-ground': control('a pan on the ground is 202', 'camera.pan-needs-flying', pardoned(BY_ANGLE, 409, 202)),
  '409-without-state': control(
    'a 409 does not say which state it wants',
    'camera.pan-needs-flying',
    refusal(BY_ANGLE, 409, (answer) => withJson(answer, { code: 'WRONG_FLIGHT_STATE', message: 'not possible now' })),
  ),
  'misspelt-taken': control(
    'unknown properties of a command are ignored',
    'camera.control.rotate_by_angle.body-unknown-property',
    command(BY_ANGLE, ({ pann: _, ...body }) => body),
  ),
  'text-as-number': control(
    'a number as a text is taken',
    'camera.control.rotate_to_angle.body-tilt-ned-text',
    command(TO_ANGLE, (body) => ({
      ...body,
      ...(typeof body.tilt_ned === 'string' && { tilt_ned: Number(body.tilt_ned) }),
    })),
  ),
  'pan-clamped': control(
    'an angle beyond its limit is clamped',
    'camera.control.rotate_by_angle.body-pan-above-maximum',
    command(BY_ANGLE, (body) => ({ ...body, ...(Number(body.pan) > 180 && { pan: undefined }) })),
  ),
  'key-twice': control(
    'of a key that is there twice the last counts',
    'camera.control.rotate_to_angle.body-twice',
    () => ({
      request: (request) =>
        is(request, 'POST', TO_ANGLE) && parsedBody(request) !== undefined
          ? withJson(request, parsedBody(request))
          : request,
    }),
  ),
  'not-named': control(
    'a refusal of a body does not name the field',
    'camera.control.rotate_to_angle.body-tilt-ned-true',
    refusal(TO_ANGLE, 400, (answer) => withJson(answer, { code: 'INVALID_REQUEST', message: 'bad request' })),
  ),
  '400-as-500': control(
    'a body that is no JSON is 500',
    'camera.control.rotate_by_angle.body-half',
    refusal(BY_ANGLE, 400, (answer) => ({ ...answer, status: 500 })),
  ),
  'command-scope-not-checked': control(
    'a command does not look at scopes',
    'camera.control.rotate_by_angle.without-scope-control',
    letIn('POST', BY_ANGLE, 'control', () => true),
  ),
  'zoom-late': control(
    'a zoom is shown a second later',
    'videostreams.zoom.holds-at-once',
    stale(ZOOM, /^videostreams\/[^/]+\/state$/, 1000),
    VIDEO,
  ),
  'zoom-clamped': control(
    'a zoom beyond its limit is 202',
    'videostreams.zoom.limits',
    pardoned(ZOOM, 400, 202),
    VIDEO,
  ),
  'palette-for-colour': control(
    'a palette for a colour stream is 202',
    'videostreams.palette.of-colour',
    pardoned(/^videostreams\/zoom\/control\/palette$/, 400, 202),
    VIDEO,
  ),
  'two-in-control': control(
    'a second client is told that it is in control',
    'handoff.queue',
    refusal('handoff/control/request', 202, (answer) => ({ ...answer, status: 201 })),
  ),
  'place-moves': control(
    'asking again begins the time of waiting again',
    'handoff.queue',
    everywhere('handoff/state', (value) => {
      for (const client of (value.requesting_clients ?? []) as Record<string, unknown>[])
        client.last_change = new Date().toISOString();
    }),
  ),
  'taken-not-checked': control(
    'commands of a client that is not in control are 202',
    'handoff.taken',
    refusal(BY_ANGLE, 403, (answer) => ({ ...answer, status: 202 })),
  ),
  'release-keeps': control('a release has no effect', 'handoff.release', swallowed('handoff/control/release', 204)),
  'release-refused': control('a release of nothing is 409', 'handoff.release-of-nothing', () => {
    let holder: string | undefined;
    return {
      request: (request) => {
        if (is(request, 'POST', 'handoff/control/request')) holder = request.headers.authorization;
        const isNothing = is(request, 'POST', 'handoff/control/release') && holder === undefined;
        if (is(request, 'POST', 'handoff/control/release')) holder = undefined;
        return isNothing
          ? { answer: answerOf(409, { code: 'NOT_IN_CONTROL', message: 'nothing to release' }) }
          : request;
      },
    };
  }),
  'no-renewal': control('repeating a request does not renew the lease', 'handoff.lease', () => {
    let last: string | undefined;
    return {
      request: (request) => {
        const { authorization } = request.headers;
        if (is(request, 'POST', 'handoff/control/release')) last = undefined;
        if (!is(request, 'POST', 'handoff/control/request')) return request;
        const isRepeated = last === authorization;
        last = authorization;
        return isRepeated ? { answer: answerOf(201) } : request;
      },
    };
  }),
  'override-waits': control('an override puts the client into the queue', 'handoff.override', () => ({
    request: (request) =>
      is(request, 'POST', 'handoff/control/override') ? { ...request, path: 'handoff/control/request' } : request,
  })),
  'empty-name-refused': control('an empty operator_name is 400', 'handoff.empty-name', () => ({
    request: (request) =>
      is(request, 'POST', 'handoff/control/request') && bodyOf(request).operator_name === ''
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'operator_name' }) }
        : request,
  })),
  'any-status': control(
    'any self_status is taken',
    'auth.plugin.update.self-status',
    pardoned('auth/plugin/update', 422, 204),
  ),
  '422-as-400': control(
    'a malformed plugin update is 400',
    'auth.plugin.update.body-half',
    refusal('auth/plugin/update', 422, (answer) => ({ ...answer, status: 400 })),
  ),
  'foreign-plugin': control(
    'a plugin may update another one',
    'auth.plugin.update.plugin-id',
    pardoned('auth/plugin/update', 404, 204),
  ),
  'not-deprecated': control('deprecated fields are taken without a word', 'auth.plugin.update.deprecated', () => ({
    answer: (answer) => withoutHeader(answer, 'deprecation'),
  })),
  'lids-late': control(
    'lids that open are shown as closed for a second',
    'system.lids.open-and-close',
    stale(/rtb_lids$/, 'system/state', 1000),
  ),
  'lids-swapped': control('the lids close when they shall open', 'system.lids.open-and-close', () => ({
    request: (request) =>
      request.path === 'system/control/open_rtb_lids' ? { ...request, path: 'system/control/close_rtb_lids' } : request,
  })),
};

/** Commands that must not reach the Kite in flight. */
const whileFlying = (path: string, status: number) => (): DefectChange => {
  let isFlying = false;
  return {
    answer: (answer, request) => {
      if (is(request, 'GET', 'flight/state'))
        isFlying = (parsedBody(answer) as { flight_state?: string } | undefined)?.flight_state === 'Flying';
      return answer;
    },
    request: (request) => (is(request, 'POST', path) && isFlying ? { answer: answerOf(status) } : request),
  };
};

/** Defects of the flight. */
export const FLIGHT_DEFECTS: DefectTable = {
  'take-off-late': flight(
    'take_off is shown two seconds later',
    'flight.take-off',
    stale(/take_off$/, 'flight/state', 2000),
  ),
  'altitude-in-feet': flight(
    'altitude is in feet',
    'flight.take-off',
    everywhere(
      'flight/state',
      mapped('altitude', (old) => Number((Number(old) * FEET_PER_M).toFixed(2))),
    ),
  ),
  'take-off-twice': flight(
    'a second take_off is 202',
    'flight.take-off',
    pardoned('flight/control/take_off', 409, 202),
  ),
  'target-late': flight(
    'a new altitude is shown a second later',
    'flight.altitude',
    stale(/control\/altitude$/, 'flight/state', 1000),
  ),
  'never-changing': flight(
    'is_changing_altitude is always false',
    'flight.altitude',
    everywhere('flight/state', set({ is_changing_altitude: false })),
  ),
  'wrong-state-400': flight(
    'a command in the wrong state is 400',
    'flight.refused-in-standby',
    refusal(/^flight\/control\/(altitude|land|abort)$/, 409, (answer) => ({ ...answer, status: 400 })),
  ),
  'above-hard-max': flight(
    'an altitude above the hard maximum is 202',
    'flight.altitude.limits-in-standby',
    pardoned('flight/control/altitude', 400, 202),
  ),
  'soft-max-ignored': flight(
    'a soft maximum below the Kite changes nothing',
    'flight.soft-max.lowers',
    whileFlying('flight/control/altitude_soft_max', 204),
  ),
  'soft-max-any': flight(
    'any soft maximum is taken',
    'flight.soft-max.limits',
    pardoned('flight/control/altitude_soft_max', 400, 204),
  ),
  'pan-anticlockwise': flight(
    'a positive pan turns anticlockwise',
    'flight.pan.by-angle',
    command(BY_ANGLE, (body) => ('pan' in body ? { ...body, pan: -Number(body.pan) } : body)),
  ),
  'never-rotating': flight(
    'is_rotating is always false',
    'flight.pan.by-angle',
    everywhere('flight/state', set({ is_rotating: false })),
  ),
  'heading-anticlockwise': flight(
    'kite_heading is counted anticlockwise',
    'flight.pan.by-angle',
    everywhere(
      'flight/state',
      mapped('kite_heading', (old) => Number(((360 - Number(old)) % 360).toFixed(2))),
    ),
  ),
  'pan-of-the-gimbal': flight(
    'rotate_to_angle counts from the nose of the Kite, not from North',
    'flight.pan.to-angle',
    command(TO_ANGLE, (body) => ('pan_ned' in body ? { ...body, pan_ned: (Number(body.pan_ned) + 20) % 360 } : body)),
  ),
  'pan-speed-halved': flight(
    'a pan with a speed lasts half as long',
    'flight.pan.with-speed',
    command(WITH_SPEED, (body) =>
      'pan_speed' in body ? { ...body, duration: Math.max(0.1, Number(body.duration) / 3) } : body,
    ),
  ),
  'abort-ignored': flight(
    'abort in Flying changes nothing',
    'flight.abort.stops',
    whileFlying('flight/control/abort', 202),
  ),
  'landing-hidden': flight(
    'Landing is shown as Flying',
    'flight.landing.abort',
    everywhere('flight/state', (value) => {
      if (value.flight_state === 'Landing') value.flight_state = 'Flying';
    }),
  ),
  'state-lost': flight('the subscription leaves a state out', 'flight.states-in-order', () => ({
    message: (text, topic) => (topic === 'flight/state' && text.includes('"TakingOff"') ? [] : [text]),
  })),
  'hours-stand-still': flight(
    'total_kite_flight_hours does not grow',
    'flight.hours',
    state('flight/info', set({ total_kite_flight_hours: 12.5432 })),
  ),
  'lids-close-in-flight': flight(
    'lids can be closed under a flying Kite',
    'flight.lids-stay-open',
    pardoned('system/control/close_rtb_lids', 409, 202),
  ),
  'any-may-take-off': flight(
    'take_off does not look at scopes: a token that may only read takes off',
    'flight.control.take_off.without-scope-control',
    letIn('POST', 'flight/control/take_off', 'control', () => true),
  ),
  'altitude-nan': flight(
    'NaN as an altitude is 202',
    'flight.control.altitude.body-nan',
    pardoned('flight/control/altitude', 400, 202),
  ),
};
