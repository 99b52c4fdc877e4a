import {
  answerOf,
  command,
  everywhere,
  is,
  jsonOf,
  letIn,
  mapped,
  refusal,
  set,
  stale,
  state,
  swallowed,
  withJson,
  withoutHeader,
} from '../changes.ts';
import type { Defect, DefectChange, PassingRequest } from '../defect.ts';

const control = (id: string, does: string, caughtBy: string, make: () => DefectChange, hasVideo = false): Defect => ({
  ...{ id, does, caughtBy, level: 'control', make },
  ...(hasVideo && { hasVideo }),
});

const BY_ANGLE = 'camera/control/rotate_by_angle';
const TO_ANGLE = 'camera/control/rotate_to_angle';
const WITH_SPEED = 'camera/control/rotate_with_speed';
const ZOOM = /^videostreams\/[^/]+\/control\/zoom$/;
const FEET_PER_M = 3.28084;

const bodyOf = (request: PassingRequest) => (jsonOf(request) ?? {}) as Record<string, unknown>;
/** Answers commands that the station would refuse as if it had carried them out. */
const pardoned = (path: string | RegExp, refused: number, done: number) => refusal(path, refused, () => answerOf(done));

/** Defects of camera, zoom, lids, handoff and recordings. */
export const CONTROL_DEFECTS: readonly Defect[] = [
  control(
    'tilt-upwards',
    'tilt_ned is positive upwards',
    'camera.tilt.to-angle',
    everywhere(
      'camera/state',
      mapped('tilt_ned', (old) => -Number(old)),
    ),
  ),
  control(
    'by-angle-upwards',
    'rotate_by_angle tilts upwards for a positive angle',
    'camera.tilt.by-angle',
    command(BY_ANGLE, (body) => ('tilt' in body ? { ...body, tilt: -Number(body.tilt) } : body)),
  ),
  control(
    'runs-on',
    'a rotation with a speed lasts three times as long as asked',
    'camera.tilt.with-speed',
    command(WITH_SPEED, (body) => ({ ...body, duration: Math.min(Number(body.duration) * 3, 10) })),
  ),
  control(
    'does-not-stop',
    'a rotation without a speed stops nothing',
    'camera.tilt.stops',
    swallowed(WITH_SPEED, 202, (request) => !('tilt_speed' in bodyOf(request)) && !('pan_speed' in bodyOf(request))),
  ),
  control(
    'not-replaced',
    'a command waits until the one before is done',
    'camera.tilt.replaced',
    swallowed(TO_ANGLE, 202, (request) => bodyOf(request).tilt_ned === 5),
  ),
  control('no-axis-refused', 'a rotation without an axis is 400', 'camera.no-axis', () => ({
    request: (request) =>
      is(request, 'POST', /rotate_(by|to)_angle$/) && request.body.toString() === '{}'
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'no axis' }) }
        : request,
  })),
  control('speed-clamped', 'a speed beyond its limit is 202', 'camera.speed-limits', pardoned(WITH_SPEED, 400, 202)),
  control('pan-on-the-ground', 'a pan on the ground is 202', 'camera.pan-needs-flying', pardoned(BY_ANGLE, 409, 202)),
  control(
    '409-without-state',
    'a 409 does not say which state it wants',
    'camera.pan-needs-flying',
    refusal(BY_ANGLE, 409, (answer) => withJson(answer, { code: 'WRONG_FLIGHT_STATE', message: 'not possible now' })),
  ),
  control(
    'misspelt-taken',
    'unknown properties of a command are ignored',
    'camera.control.rotate_by_angle.body-unknown-property',
    command(BY_ANGLE, ({ pann: _, ...body }) => body),
  ),
  control(
    'text-as-number',
    'a number as a text is taken',
    'camera.control.rotate_to_angle.body-tilt-ned-text',
    command(TO_ANGLE, (body) => ({
      ...body,
      ...(typeof body.tilt_ned === 'string' && { tilt_ned: Number(body.tilt_ned) }),
    })),
  ),
  control(
    'pan-clamped',
    'an angle beyond its limit is clamped',
    'camera.control.rotate_by_angle.body-pan-above-maximum',
    command(BY_ANGLE, (body) => ({ ...body, ...(Number(body.pan) > 180 && { pan: undefined }) })),
  ),
  control(
    'key-twice',
    'of a key that is there twice the last counts',
    'camera.control.rotate_to_angle.body-twice',
    () => ({
      request: (request) =>
        is(request, 'POST', TO_ANGLE) && jsonOf(request) !== undefined ? withJson(request, jsonOf(request)) : request,
    }),
  ),
  control(
    'not-named',
    'a refusal of a body does not name the field',
    'camera.control.rotate_to_angle.body-tilt-ned-true',
    refusal(TO_ANGLE, 400, (answer) => withJson(answer, { code: 'INVALID_REQUEST', message: 'bad request' })),
  ),
  control(
    '400-as-500',
    'a body that is no JSON is 500',
    'camera.control.rotate_by_angle.body-half',
    refusal(BY_ANGLE, 400, (answer) => ({ ...answer, status: 500 })),
  ),
  control(
    'command-scope-not-checked',
    'a command does not look at scopes',
    'camera.control.rotate_by_angle.without-scope-control',
    letIn('POST', BY_ANGLE, 'control', () => true),
  ),
  control(
    'zoom-late',
    'a zoom is shown a second later',
    'videostreams.zoom.holds-at-once',
    stale(ZOOM, /^videostreams\/[^/]+\/state$/, 1000),
    true,
  ),
  control('zoom-clamped', 'a zoom beyond its limit is 202', 'videostreams.zoom.limits', pardoned(ZOOM, 400, 202), true),
  control(
    'palette-for-colour',
    'a palette for a colour stream is 202',
    'videostreams.palette.of-colour',
    pardoned(/^videostreams\/zoom\/control\/palette$/, 400, 202),
    true,
  ),
  control(
    'two-in-control',
    'a second client is told that it is in control',
    'handoff.queue',
    refusal('handoff/control/request', 202, (answer) => ({ ...answer, status: 201 })),
  ),
  control(
    'place-moves',
    'asking again begins the time of waiting again',
    'handoff.queue',
    everywhere('handoff/state', (value) => {
      for (const client of value.requesting_clients as Record<string, unknown>[])
        client.last_change = new Date().toISOString();
    }),
  ),
  control(
    'taken-not-checked',
    'commands of a client that is not in control are 202',
    'handoff.taken',
    refusal(BY_ANGLE, 403, (answer) => ({ ...answer, status: 202 })),
  ),
  control('release-keeps', 'a release has no effect', 'handoff.release', swallowed('handoff/control/release', 204)),
  control('release-refused', 'a release of nothing is 409', 'handoff.release-of-nothing', () => {
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
  control('no-renewal', 'repeating a request does not renew the lease', 'handoff.lease', () => {
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
  control('override-waits', 'an override puts the client into the queue', 'handoff.override', () => ({
    request: (request) =>
      is(request, 'POST', 'handoff/control/override') ? { ...request, path: 'handoff/control/request' } : request,
  })),
  control('empty-name-refused', 'an empty operator_name is 400', 'handoff.empty-name', () => ({
    request: (request) =>
      is(request, 'POST', 'handoff/control/request') && bodyOf(request).operator_name === ''
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'operator_name' }) }
        : request,
  })),
  control(
    'any-status',
    'any self_status is taken',
    'auth.plugin.update.self-status',
    pardoned('auth/plugin/update', 422, 204),
  ),
  control(
    '422-as-400',
    'a malformed plugin update is 400',
    'auth.plugin.update.body-half',
    refusal('auth/plugin/update', 422, (answer) => ({ ...answer, status: 400 })),
  ),
  control(
    'foreign-plugin',
    'a plugin may update another one',
    'auth.plugin.update.plugin-id',
    pardoned('auth/plugin/update', 404, 204),
  ),
  control('not-deprecated', 'deprecated fields are taken without a word', 'auth.plugin.update.deprecated', () => ({
    answer: (answer) => withoutHeader(answer, 'deprecation'),
  })),
  control(
    'lids-late',
    'lids that open are shown as closed for a second',
    'system.lids.open-and-close',
    stale(/rtb_lids$/, 'system/state', 1000),
  ),
  control('lids-swapped', 'the lids close when they shall open', 'system.lids.open-and-close', () => ({
    request: (request) =>
      request.path === 'system/control/open_rtb_lids' ? { ...request, path: 'system/control/close_rtb_lids' } : request,
  })),
];

const flight = (id: string, does: string, caughtBy: string, make: () => DefectChange): Defect => ({
  ...{ id, does, caughtBy, level: 'flight', make },
});

/** Commands that the Kite must not hear of while it flies. */
const whileFlying = (path: string, status: number) => (): DefectChange => {
  let isFlying = false;
  return {
    answer: (answer, request) => {
      if (is(request, 'GET', 'flight/state'))
        isFlying = (jsonOf(answer) as { flight_state?: string } | undefined)?.flight_state === 'Flying';
      return answer;
    },
    request: (request) => (is(request, 'POST', path) && isFlying ? { answer: answerOf(status) } : request),
  };
};

/** Defects of the flight. */
export const FLIGHT_DEFECTS: readonly Defect[] = [
  flight(
    'take-off-late',
    'take_off is shown two seconds later',
    'flight.take-off',
    stale(/take_off$/, 'flight/state', 2000),
  ),
  flight(
    'altitude-in-feet',
    'altitude is in feet',
    'flight.take-off',
    everywhere(
      'flight/state',
      mapped('altitude', (old) => Number((Number(old) * FEET_PER_M).toFixed(2))),
    ),
  ),
  flight(
    'take-off-twice',
    'a second take_off is 202',
    'flight.take-off',
    pardoned('flight/control/take_off', 409, 202),
  ),
  flight(
    'target-late',
    'a new altitude is shown a second later',
    'flight.altitude',
    stale(/control\/altitude$/, 'flight/state', 1000),
  ),
  flight(
    'never-changing',
    'is_changing_altitude is always false',
    'flight.altitude',
    everywhere('flight/state', set({ is_changing_altitude: false })),
  ),
  flight(
    'wrong-state-400',
    'a command in the wrong state is 400',
    'flight.refused-in-standby',
    refusal(/^flight\/control\/(altitude|land|abort)$/, 409, (answer) => ({ ...answer, status: 400 })),
  ),
  flight(
    'above-hard-max',
    'an altitude above the hard maximum is 202',
    'flight.altitude.limits-in-standby',
    pardoned('flight/control/altitude', 400, 202),
  ),
  flight(
    'soft-max-ignored',
    'a soft maximum below the Kite changes nothing',
    'flight.soft-max.lowers',
    whileFlying('flight/control/altitude_soft_max', 204),
  ),
  flight(
    'soft-max-any',
    'any soft maximum is taken',
    'flight.soft-max.limits',
    pardoned('flight/control/altitude_soft_max', 400, 204),
  ),
  flight(
    'pan-anticlockwise',
    'a positive pan turns anticlockwise',
    'flight.pan.by-angle',
    command(BY_ANGLE, (body) => ('pan' in body ? { ...body, pan: -Number(body.pan) } : body)),
  ),
  flight(
    'never-rotating',
    'is_rotating is always false',
    'flight.pan.by-angle',
    everywhere('flight/state', set({ is_rotating: false })),
  ),
  flight(
    'heading-anticlockwise',
    'kite_heading is counted anticlockwise',
    'flight.pan.by-angle',
    everywhere(
      'flight/state',
      mapped('kite_heading', (old) => Number(((360 - Number(old)) % 360).toFixed(2))),
    ),
  ),
  flight(
    'pan-of-the-gimbal',
    'rotate_to_angle counts from the nose of the Kite, not from North',
    'flight.pan.to-angle',
    command(TO_ANGLE, (body) => ('pan_ned' in body ? { ...body, pan_ned: (Number(body.pan_ned) + 20) % 360 } : body)),
  ),
  flight(
    'pan-speed-halved',
    'a pan with a speed lasts half as long',
    'flight.pan.with-speed',
    command(WITH_SPEED, (body) =>
      'pan_speed' in body ? { ...body, duration: Math.max(0.1, Number(body.duration) / 3) } : body,
    ),
  ),
  flight(
    'abort-ignored',
    'abort in Flying changes nothing',
    'flight.abort.stops',
    whileFlying('flight/control/abort', 202),
  ),
  flight(
    'landing-hidden',
    'Landing is shown as Flying',
    'flight.landing.abort',
    everywhere('flight/state', (value) => {
      if (value.flight_state === 'Landing') value.flight_state = 'Flying';
    }),
  ),
  flight('state-lost', 'the subscription leaves a state out', 'flight.states-in-order', () => ({
    message: (text, topic) => (topic === 'flight/state' && text.includes('"TakingOff"') ? [] : [text]),
  })),
  flight(
    'hours-stand-still',
    'total_kite_flight_hours does not grow',
    'flight.hours',
    state('flight/info', set({ total_kite_flight_hours: 12.5 })),
  ),
  flight(
    'lids-close-in-flight',
    'lids can be closed under a flying Kite',
    'flight.lids-stay-open',
    pardoned('system/control/close_rtb_lids', 409, 202),
  ),
  flight(
    'any-may-take-off',
    'take_off does not look at scopes: a token that may only read takes off',
    'flight.control.take_off.without-scope-control',
    letIn('POST', 'flight/control/take_off', 'control', () => true),
  ),
  flight(
    'altitude-nan',
    'NaN as an altitude is 202',
    'flight.control.altitude.body-nan',
    pardoned('flight/control/altitude', 400, 202),
  ),
];
