import { errorTable } from './error-definition.ts';

/** There is no such thing, or not with this method: 404, 405. */
export const NOT_THERE_ERRORS = errorTable({
  NOT_FOUND: {
    status: 404,
    meaning: 'There is nothing at this path.',
    remedy: 'Compare the path with /docs.',
    example: 'there is nothing at /api/v1/flight/status',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    meaning: 'The session no longer exists.',
    remedy: 'Nothing; it is already gone.',
    example: 'the session is already gone',
  },
  PLUGIN_NOT_FOUND: {
    status: 404,
    meaning: 'There is no plugin with this id; in a plugin update: it is not that of the caller.',
    remedy: 'Read the ids from /admin/v1/plugins; in a plugin update leave `plugin_id` out.',
    example: 'plugin_id must be the caller’s own (7d444840-9dc0-41d1-b245-5ffdce74fad2)',
  },
  CAMERA_NOT_FOUND: {
    status: 404,
    meaning: 'No camera is attached, or none has been seen since the start.',
    remedy: 'Attach the payload and wait for the camera to come online.',
    example: 'no camera is attached, or none has been seen since the start',
  },
  STREAM_NOT_FOUND: {
    status: 404,
    meaning: 'The camera has no such stream.',
    remedy: 'Read the ids from videostreams.',
    example: 'there is no stream wide; there are zoom, overview, thermal',
  },
  RECORDING_NOT_FOUND: {
    status: 404,
    meaning: 'There is no such recording or file.',
    remedy: 'Read the ids from recordings.',
    example: 'there is no recording 20260301_103000_+0100',
  },
  TOPIC_NOT_FOUND: {
    status: 404,
    meaning: 'There is no such topic.',
    remedy: 'Compare the path with /asyncapi.json.',
    example: 'there is no topic flight/status',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
    example: '/api/v1/flight/state allows GET, HEAD',
  },
  NOT_SUBSCRIBABLE: {
    status: 405,
    meaning: 'The resource exists, but changes of it are not published.',
    remedy: 'Poll it, or subscribe to one of the topics in /asyncapi.json.',
    example: 'changes of flight/info are not published',
  },
});
