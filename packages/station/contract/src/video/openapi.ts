import type { ApiDescription } from '../document/api-document.ts';
import { ErrorReply } from '../error-reply.ts';
import { VIDEO_OPERATIONS } from './operations.ts';
import { VIDEO_BASE } from './paths.ts';
import { VideoHead } from './video-head.ts';

const DESCRIPTION = `Live video for browsers, in addition to the published API, at the same port and with the same tokens. The package
\`player\` of the repository uses all of it and selects the better path.

**WebRTC or Media Source Extensions.** WebRTC has the lower delay on good networks and needs UDP to the address of the station.
Media Source Extensions work wherever HTTP does.

**Permissions.** A token with the scope \`read\`, as for the addresses in \`videostreams\`. The video ends with its session.`;

const CHAPTERS = [
  { name: 'WebRTC', description: 'Pictures over UDP, by WHEP.' },
  { name: 'Media Source Extensions', description: 'Pictures over a WebSocket.' },
  { name: 'time', description: 'Age of a picture.' },
] as const;

const CHAPTER_BY_ID: Readonly<Record<string, (typeof CHAPTERS)[number]['name']>> = {
  'video.mse': 'Media Source Extensions',
  'video.clock': 'time',
};

/** Live video for browsers, its document and its reference. */
export const VIDEO_API: ApiDescription = {
  base: VIDEO_BASE,
  version: '1.0.0',
  title: 'Kitestring video for browsers',
  description: DESCRIPTION,
  operations: VIDEO_OPERATIONS,
  chapters: CHAPTERS,
  chapterOf: ({ id }) => CHAPTER_BY_ID[id] ?? 'WebRTC',
  schemas: [ErrorReply, VideoHead],
};
