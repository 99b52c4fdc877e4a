import { authorizeViewer, type ViewerCredentials } from '@kitestring/station-core/videostreams';
import {
  type AuthorizeRequest,
  type AuthorizeResponse,
  digestMatcher,
  type RtspCredentials,
} from '@kitestring/video-process/rtsp';

/** Whether a viewer of an output of the media process may watch. */
export async function viewerAuthorization(
  request: AuthorizeRequest,
  deps: Parameters<typeof authorizeViewer>[1],
): Promise<AuthorizeResponse> {
  try {
    return await authorizeViewer({ ...request, credentials: shownCredentials(request.credentials) }, deps);
  } catch {
    // Too many keys are waiting to be verified.
    return { kind: 'later', waitS: 1 };
  }
}

const shownCredentials = (credentials: RtspCredentials): ViewerCredentials =>
  credentials.kind === 'digest'
    ? { kind: 'digest', user: credentials.digest.user, isMadeWith: digestMatcher(credentials.digest) }
    : credentials;
