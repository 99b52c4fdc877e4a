import { errorTable } from './error-definition.ts';

/** Not found, or no such method: 404, 405. */
export const NOT_THERE_ERRORS = errorTable(404, {
  NOT_FOUND: {
    meaning: 'The path does not exist.',
    remedy: 'Compare the path with /docs, and the version of the API with /api/versions.',
    message: {
      nothingThere: 'there is nothing at {path}',
      otherVersion: 'there is nothing at {path}: this station serves API {version}, whose paths begin with {base}',
      tooLong: 'there is nothing at this path: a path segment is too long',
      metricsOff: 'there is nothing at /metrics: metrics.access is off',
      noViewer: 'this session has no such viewer over WebRTC',
    },
    sample: { path: '/api/v1/flight/status' },
  },
  SESSION_NOT_FOUND: {
    meaning: 'The session no longer exists.',
    remedy: 'None; it has already ended.',
    message: {
      gone: 'the session {session} no longer exists',
      unknown: 'there is no session with the id {id}',
    },
    sample: { session: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51' },
  },
  PLUGIN_NOT_FOUND: {
    meaning: 'There is no plugin with this id; in a plugin update: it is not that of the caller.',
    remedy: 'Read the ids from /admin/v1/plugins; in a plugin update leave `plugin_id` out.',
    message: {
      notOwn: 'plugin_id must be that of the token, {own}, got {got}',
      unknown: 'there is no plugin with the id {id}',
    },
    sample: { own: '7d444840-9dc0-41d1-b245-5ffdce74fad2', got: '"vms"' },
  },
  ACCOUNT_NOT_FOUND: {
    meaning: 'There is no account with this id.',
    remedy: 'Read the ids from /station/v1/accounts.',
    message: 'there is no account with the id {id}',
    sample: { id: '"a6c1f0d4"' },
  },
  PASSKEY_NOT_FOUND: {
    meaning: 'The account has no passkey with this id.',
    remedy: 'Read the ids from /station/v1/account/passkeys.',
    message: 'there is no passkey with the id {id}',
    sample: { id: '"mL9zvq2u"' },
  },
  NO_ACCOUNT: {
    meaning: 'The session belongs to an API key or a watch link, not to an account.',
    remedy: 'Sign in with login and password.',
    message: 'this session belongs to no account',
  },
  WATCH_LINK_NOT_FOUND: {
    meaning: 'There is no watch link with this id.',
    remedy: 'Read the ids from /station/v1/watch-links.',
    message: 'there is no link with the id {id}',
    sample: { id: '"5b0f3d2e"' },
  },
  CAMERA_NOT_FOUND: {
    meaning: 'No camera is attached, or none has been seen since the start.',
    remedy: 'Attach the payload and wait for the camera to come online.',
    message: 'no camera is attached, or none has been seen since the start',
  },
  STREAM_NOT_FOUND: {
    meaning: 'The camera has no such stream.',
    remedy: 'Read the ids from videostreams.',
    message: 'there is no stream {stream}; there are {known}',
    sample: { stream: 'wide', known: 'zoom, overview, thermal' },
  },
  RECORDING_NOT_FOUND: {
    meaning: 'There is no such recording or file.',
    remedy: 'Read the ids from recordings.',
    message: {
      noRecording: 'there is no recording {recording}',
      noFile: 'the recording {recording} has no file {file}',
      fileGone: 'the recording {recording} has no file {file} any more',
    },
    sample: { recording: '20260301_103000_+0100' },
  },
  PIN_NOT_FOUND: {
    meaning: 'There is no pin with this id.',
    remedy: 'Read the ids from /station/v1/pins.',
    message: 'there is no pin {id}',
    sample: { id: '"7d444840-9dc0-41d1-b245-5ffdce74fad2"' },
  },
  ZONE_NOT_FOUND: {
    meaning: 'There is no zone with this id.',
    remedy: 'Read the ids from /station/v1/geofence.',
    message: 'there is no zone {id}',
    sample: { id: '"7d444840-9dc0-41d1-b245-5ffdce74fad2"' },
  },
  CAPTURE_NOT_FOUND: {
    meaning: 'There is no such recording or snapshot, or it has no picture.',
    remedy: 'Read the ids from /station/v1/captures.',
    message: {
      noCapture: 'there is no recording or snapshot {capture}',
      noPicture: 'there is no picture of {capture} now',
    },
    sample: { capture: '"20260301_103000_+0100"' },
  },
  FLIGHT_NOT_FOUND: {
    meaning: 'There is no log of this flight, or it cannot be read.',
    remedy: 'Read the ids from /station/v1/flights.',
    message: {
      noFlight: 'there is no log of a flight {flight}',
      unreadable: 'the log of flight {flight} cannot be read: {reason}',
    },
    sample: { flight: '"2026-03-01T09-27-58Z"' },
  },
  MAP_ARCHIVE_NOT_FOUND: {
    meaning: 'There is no map archive, or one that cannot be used.',
    remedy:
      'Read /station/v1/map, or /fleet/v1/map of a hub; set `console.map_archive` of the station or `map.archive` of the hub to a PMTiles 3 archive.',
    message: {
      none: 'no map archive is set: {setting}',
      broken: 'the map archive cannot be used: {fault}',
    },
    sample: { setting: 'console.map_archive', fault: 'the file is truncated: 100 of 4096 bytes' },
  },
  TOPIC_NOT_FOUND: {
    meaning: 'There is no such topic.',
    remedy: 'Compare the path with /asyncapi.json.',
    message: 'there is no topic {topic}',
    sample: { topic: 'flight/status' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
    message: '{path} allows {allowed}, got {method}',
    sample: { path: '/api/v1/flight/state', allowed: 'GET, HEAD', method: 'POST' },
  },
  NOT_SUBSCRIBABLE: {
    status: 405,
    meaning: 'The resource exists but has no subscription.',
    remedy: 'Poll it, or subscribe to one of the topics in /asyncapi.json.',
    message: 'changes of {topic} are not published',
    sample: { topic: 'flight/info' },
  },
});
