import { errorTable } from './error-definition.ts';

/** Errors in the input: 400, 422. */
export const WRONG_INPUT_ERRORS = errorTable(400, {
  PASSWORD_TOO_WEAK: {
    meaning: 'The password is too short or too long, or it is the login or the name.',
    remedy: 'Choose several unrelated words.',
    message: {
      length: 'a password has {min} to {max} characters, got {got}',
      obvious: 'a password must not contain the login or the name, nor be one character repeated',
    },
    sample: { min: 12, max: 128, got: 8 },
  },
  PASSKEY_REFUSED: {
    meaning: 'The passkey cannot be added.',
    remedy: 'Start again on the page of the station, if necessary with another authenticator.',
    message: 'the passkey was not added: {fault}',
    sample: { fault: 'it is already registered' },
  },
  MALFORMED_JSON: {
    meaning: 'The body is not JSON: bad syntax, a key given twice, NaN or Infinity, nested too deep, or not UTF-8.',
    remedy: 'Send one JSON object as RFC 8259 describes it, in UTF-8.',
    message: 'the body is not JSON: {fault}',
    sample: { fault: 'unexpected end of input at position 14' },
  },
  MALFORMED_HTTP: {
    meaning: 'The request is not valid HTTP.',
    remedy: 'Use an HTTP library.',
    message: {
      unreadable: 'the request is malformed HTTP{parser}',
      noHost: 'the request has no header Host',
      severalHosts: 'the request has more than one header Host',
      invalidHost: 'the host of the request is not a name or an address with or without a port',
      unknownCoding: 'the last Transfer-Encoding must be chunked',
      noTunnel: 'CONNECT is not supported: the station is not a proxy',
      unknownExpectation: 'the only supported expectation is 100-continue',
      badPath: 'the path is not percent-encoded correctly',
      badHandshake: 'the WebSocket handshake is wrong: {fault}',
    },
    sample: { parser: ' (Invalid header token)' },
  },
  TOO_MANY_PARAMETERS: {
    meaning: 'The query, or the form in the body, has more parameters than any operation takes.',
    remedy: 'Send the parameters of the operation only, each once.',
    message: 'the {part} has more than {most} parameters',
    sample: { part: 'query', most: 32 },
  },
  BODY_TOO_FRAGMENTED: {
    meaning: 'The body has too many chunks. The connection is closed.',
    remedy: 'Send the body with a Content-Length, or in fewer chunks.',
    message: 'the body has more than {most} chunks',
    sample: { most: 1000 },
  },
  INVALID_REQUEST: {
    meaning: 'A field of the body, the path or the query is missing, unknown, of the wrong type or outside its range.',
    remedy: 'Correct the fields that `details` lists.',
    message: '{fault}',
    sample: { fault: 'altitude must be a number, got "10"' },
  },
  INVALID_CLIP: {
    meaning: 'The stretch of a recording cannot be cut as requested. Nothing is sent.',
    remedy: 'Correct the field that the message names; `captures` has the length of each recording.',
    message: {
      beyond: '{field}: got {got} s, but {video} ends at {end} s',
      early: '{field}: got {got}, but {video} begins at {begin}',
      late: '{field}: got {got}, but {video} ends at {end}',
      order: '{field}: must be later than the begin, {begin} s, got {got} s',
      orderOfTimes: '{field}: must be later than the begin, {begin}, got {got}',
      twice: '{field}: give {field} or {other}, not both',
      gap: 'clips[{index}]: {video} has no pictures between {from} s and {to} s; end before it, or begin after it',
      long: 'clips[{index}]: a clip has at most {most} pictures, an hour at 30 a second; make it shorter',
      untimed: '{field}: the station time of {video} is not known; use {other}',
      otherPictures:
        'clips[{index}]: {video} is coded differently from the first, {got} instead of {first}; make two files',
      empty: 'clips[{index}]: {video} has no picture yet',
      noFilm: 'clips[{index}].file_id: {video} is no video of this station',
    },
    sample: { field: 'clips[0].to_s', got: 70, video: 'main.mp4 of 20260301_103000_+0100', end: 61.4 },
  },
  ALTITUDE_TOO_LOW: {
    meaning: 'The altitude is lower than `altitude_takeoff` + 1 m.',
    remedy: 'Request a higher altitude, or land.',
    message: 'altitude must be at least {minM} m (altitude_takeoff + {clearanceM} m), got {gotM} m',
    sample: { minM: 2, clearanceM: 1, gotM: 1.5 },
  },
  ALTITUDE_ABOVE_HARD_MAX: {
    meaning: 'The altitude is not below `altitude_hard_max`.',
    remedy: 'Request a lower altitude.',
    message: 'altitude must be lower than altitude_hard_max ({maxM} m), got {gotM} m',
    sample: { maxM: 45, gotM: 60 },
  },
  ALTITUDE_ABOVE_SOFT_MAX: {
    meaning: 'The altitude is not below `altitude_soft_max`.',
    remedy: 'Request a lower altitude or raise the soft maximum.',
    message: 'altitude must be lower than altitude_soft_max ({maxM} m), got {gotM} m',
    sample: { maxM: 30, gotM: 45 },
  },
  ALTITUDE_ABOVE_GPS_MAX: {
    meaning: 'There is no GPS fix and the altitude is not below the maximum without GPS (25 m).',
    remedy: 'Stay below it until `kite_gps_has_fix` is true.',
    message: 'altitude must be lower than the maximum without a GPS fix ({maxM} m), got {gotM} m',
    sample: { maxM: 25, gotM: 40 },
  },
  ALTITUDE_ABOVE_WIND_MAX: {
    meaning: 'The wind is above its limit and the altitude is higher than the safe altitude.',
    remedy: 'Stay at or below the safe altitude until the notification HIGH_WIND has ended.',
    message: 'altitude must not be higher than {maxM} m while the wind is over its limit, got {gotM} m',
    sample: { maxM: 10, gotM: 20 },
  },
  SOFT_MAX_OUT_OF_RANGE: {
    meaning: 'The soft maximum is lower than `altitude_takeoff` + 1 m or higher than `altitude_hard_max`.',
    remedy: 'Choose a value between the two.',
    message:
      'altitude must be from {minM} m (altitude_takeoff + {clearanceM} m) to {maxM} m (altitude_hard_max), got {gotM} m',
    sample: { minM: 2, clearanceM: 1, maxM: 45, gotM: 50 },
  },
  SPEED_OUT_OF_RANGE: {
    meaning: 'A rotation speed is neither 0 nor between the camera’s minimum and maximum.',
    remedy: 'Read the limits from camera/info.',
    message: '{field} must be 0 or from {minDps} to {maxDps} degrees per second either way, got {gotDps}',
    sample: { field: 'pan_speed', minDps: 2, maxDps: 25, gotDps: 40 },
  },
  NO_ROOFTOP_BOX: {
    meaning: 'The installation is not a Rooftop Box, so there are no lids.',
    remedy: 'Read `installation` from system/info before you use the lids.',
    message: 'the installation is {installation}, which has no lids',
    sample: { installation: 'Transport Case' },
  },
  NOT_FITTED: {
    meaning: 'The connected aircraft does not have what the request needs.',
    remedy:
      'Read camera/info, camera/state and station ground: an axis, a direction or a part that is not there is absent.',
    message: {
      axis: 'the camera of this aircraft does not turn in {axis}',
      compass: 'this aircraft has no compass: a pan to a direction is not possible, only by an angle or with a speed',
      ground: 'the ground equipment of this aircraft has no {part}',
    },
    sample: { axis: 'tilt' },
  },
  OPERATOR_POSITION_REQUIRED: {
    meaning: 'The request gives only a part of the operator’s position.',
    remedy: 'Give `operator_gps_lat` and `operator_gps_lon`, or no position.',
    message: 'operator_gps_lat and operator_gps_lon must be given together, or no position at all',
  },
  INVALID_CONNECTION: {
    meaning: 'The cookie `connection` is missing, malformed, or names no open WebSocket.',
    remedy: 'Open a WebSocket first and send back the cookie that it set.',
    message: {
      missing: 'the cookie connection is missing or malformed',
      notOpen: 'the cookie connection names no open WebSocket',
    },
  },
  TOKEN_IN_URL: {
    meaning: 'A token was sent in the URL only, where logs and histories keep it.',
    remedy:
      'Send it in the header `Authorization` or as the subprotocol `bearer.<token>`, and invalidate the exposed one.',
    message:
      'a token must not be sent in the URL; send Authorization: Bearer <token>, or from a browser the subprotocol bearer.<token>',
  },
  UNSUPPORTED_GRANT_TYPE: {
    meaning: 'Tokens are issued for `client_credentials` only.',
    remedy: 'Leave `grant_type` out or set it to client_credentials.',
    message: 'grant_type must be client_credentials, got "{got}"',
    sample: { got: 'password' },
  },
  INVALID_ZOOM: {
    meaning: 'The zoom level is outside the stream’s range.',
    remedy: 'Read `zoom_min` and `zoom_max` from videostreams.',
    message: {
      outOfRange: 'zoom_level must be {allowed}, got {got}',
      fixed: 'zoom_level must be {allowed}, got {got}: the stream comes from a real camera that cannot be told to zoom',
    },
    sample: { allowed: 'from 1 to 32', got: 40 },
  },
  INVALID_PALETTE: {
    meaning: 'The stream has no such thermal palette.',
    remedy: 'Set palettes on thermal streams only.',
    message: {
      notThermal: 'the stream {stream} is not thermal and has no palette',
      realCamera: 'the stream {stream} comes from a real camera, whose palette cannot be chosen',
    },
    sample: { stream: 'zoom' },
  },
  SNAPSHOT_NOT_SUPPORTED: {
    meaning: 'The stream provides no snapshots.',
    remedy: 'Choose a stream whose `can_do_snapshot` is true.',
    message: 'the stream {stream} provides no snapshots',
    sample: { stream: 'overview' },
  },
  RECORDING_IN_USE: {
    meaning: 'The recording is still running.',
    remedy: 'Stop it first.',
    message: 'the recording {recording} is being recorded',
    sample: { recording: '20260301_103000_+0100' },
  },
  MALFORMED_PLUGIN_UPDATE: {
    status: 422,
    meaning: 'The body of a plugin update is missing, is not JSON, or has a field of the wrong type.',
    remedy: 'Send one JSON object whose fields are texts.',
    message: '{fault}',
    sample: { fault: 'self_status must be a string, got 5' },
  },
  INVALID_SELF_STATUS: {
    status: 422,
    meaning: 'The self-reported status is not one of the known values.',
    remedy: 'Use an empty text, None, Connected, Warning or Error.',
    message: '{field} must be one of {allowed}, got {got}',
    sample: { field: 'self_status', allowed: '"", "None", "Connected", "Warning", "Error"', got: '"Fine"' },
  },
});
