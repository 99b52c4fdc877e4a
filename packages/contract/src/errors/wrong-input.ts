import { errorTable } from './error-definition.ts';

/** What the request says is wrong: 400, 422. */
export const WRONG_INPUT_ERRORS = errorTable({
  MALFORMED_JSON: {
    status: 400,
    meaning: 'The body is not JSON: bad syntax, a key given twice, NaN or Infinity, nested too deep, or not UTF-8.',
    remedy: 'Send one JSON object as RFC 8259 describes it, in UTF-8.',
    example: 'the body is not JSON: unexpected end of input',
  },
  MALFORMED_HTTP: {
    status: 400,
    meaning: 'The request is not HTTP that can be read.',
    remedy: 'Use an HTTP library.',
    example: 'the request is not HTTP that can be read',
  },
  TOO_MANY_PARAMETERS: {
    status: 400,
    meaning: 'The query, or the form in the body, has more parameters than any operation takes.',
    remedy: 'Send the parameters of the operation only, each once.',
    example: 'the query has more than 32 parameters',
  },
  BODY_TOO_FRAGMENTED: {
    status: 400,
    meaning:
      'The body comes in so many chunks that reading them costs more than the body is worth. The connection ends.',
    remedy: 'Send the body with a Content-Length, or in fewer chunks.',
    example: 'the body comes in more than 1000 chunks',
  },
  INVALID_REQUEST: {
    status: 400,
    meaning: 'A field of the body, the path or the query is missing, unknown, of the wrong type or outside its range.',
    remedy: 'Correct the fields that `details` lists.',
    example: 'altitude must be number',
  },
  ALTITUDE_TOO_LOW: {
    status: 400,
    meaning: 'The altitude is lower than `altitude_takeoff` + 1 m.',
    remedy: 'Ask for a higher altitude, or land.',
    example: 'altitude must be at least altitude_takeoff + 1 m (2 m), got 1.5 m',
  },
  ALTITUDE_ABOVE_HARD_MAX: {
    status: 400,
    meaning: 'The altitude is not below `altitude_hard_max`.',
    remedy: 'Ask for a lower altitude.',
    example: 'altitude must be lower than altitude_hard_max (45 m), got 60 m',
  },
  ALTITUDE_ABOVE_SOFT_MAX: {
    status: 400,
    meaning: 'The altitude is not below `altitude_soft_max`.',
    remedy: 'Ask for a lower altitude or raise the soft maximum.',
    example: 'altitude must be lower than altitude_soft_max (30 m), got 45 m',
  },
  ALTITUDE_ABOVE_GPS_MAX: {
    status: 400,
    meaning: 'There is no GPS fix and the altitude is not below the maximum without GPS (25 m).',
    remedy: 'Stay below it until `kite_gps_has_fix` is true.',
    example: 'without a GPS fix altitude must be lower than 25 m, got 40 m',
  },
  ALTITUDE_ABOVE_WIND_MAX: {
    status: 400,
    meaning: 'The wind is over its limit and the altitude is higher than what is safe in it.',
    remedy: 'Stay at or below the safe altitude until the notification HIGH_WIND has ended.',
    example: 'in this wind altitude must be at most 10 m, got 20 m',
  },
  SOFT_MAX_OUT_OF_RANGE: {
    status: 400,
    meaning: 'The soft maximum is lower than `altitude_takeoff` + 1 m or higher than `altitude_hard_max`.',
    remedy: 'Choose a value between the two.',
    example: 'altitude_soft_max must be from 2 m to altitude_hard_max (45 m), got 50 m',
  },
  SPEED_OUT_OF_RANGE: {
    status: 400,
    meaning: 'A rotation speed is neither 0 nor between the camera’s minimum and maximum.',
    remedy: 'Read the limits from camera/info.',
    example: 'pan_speed must be 0 or from 2 to 25 deg/s in either direction, got 40 deg/s',
  },
  NO_ROOFTOP_BOX: {
    status: 400,
    meaning: 'The installation is not a Rooftop Box, so there are no lids.',
    remedy: 'Read `installation` from system/info before you use the lids.',
    example: 'the installation is Transport Case, it has no lids',
  },
  OPERATOR_POSITION_REQUIRED: {
    status: 400,
    meaning: 'Remote ID is in US_REMOTE_ID_STANDARD mode and the request gives only a part of the operator’s position.',
    remedy: 'Give `operator_gps_lat` and `operator_gps_lon`.',
    example: 'operator_gps_lat is given without operator_gps_lon',
  },
  INVALID_CONNECTION: {
    status: 400,
    meaning: 'The cookie `connection` is missing, malformed, or names no open WebSocket.',
    remedy: 'Open a WebSocket first and send back the cookie that it set.',
    example: 'the cookie connection names no open WebSocket',
  },
  TOKEN_IN_URL: {
    status: 400,
    meaning: 'A token was sent in the URL only, where logs and histories keep it.',
    remedy:
      'Send it in the header `Authorization` or as the subprotocol `bearer.<token>`, and give the exposed one back.',
    example: 'a token must not be sent in the URL',
  },
  UNSUPPORTED_GRANT_TYPE: {
    status: 400,
    meaning: 'Tokens are given for `client_credentials` only.',
    remedy: 'Leave `grant_type` out or set it to client_credentials.',
    example: 'grant_type must be client_credentials, got password',
  },
  INVALID_ZOOM: {
    status: 400,
    meaning: 'The zoom level is outside the stream’s range.',
    remedy: 'Read `zoom_min` and `zoom_max` from videostreams.',
    example: 'zoom_level must be from 1 to 32, got 40',
  },
  INVALID_PALETTE: {
    status: 400,
    meaning: 'The stream has no such thermal palette.',
    remedy: 'Set palettes on thermal streams only.',
    example: 'the stream zoom is not thermal and has no palette',
  },
  SNAPSHOT_NOT_SUPPORTED: {
    status: 400,
    meaning: 'The stream gives no single pictures.',
    remedy: 'Choose a stream whose `can_do_snapshot` is true.',
    example: 'the stream overview gives no single pictures',
  },
  RECORDING_IN_USE: {
    status: 400,
    meaning: 'The recording is being recorded now.',
    remedy: 'Stop it first.',
    example: 'the recording 20260301_103000_+0100 is being recorded',
  },
  MALFORMED_PLUGIN_UPDATE: {
    status: 422,
    meaning: 'The body of a plugin update is missing, is not JSON, or has a field of the wrong type.',
    remedy: 'Send one JSON object whose fields are texts.',
    example: 'self_status must be string, got 5',
  },
  INVALID_SELF_STATUS: {
    status: 422,
    meaning: 'The status a plugin gives of itself is not one of those known.',
    remedy: 'Use an empty text, None, Connected, Warning or Error.',
    example: 'self_status must be one of "", None, Connected, Warning, Error, got Fine',
  },
});
