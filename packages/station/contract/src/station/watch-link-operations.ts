import Type from 'typebox';
import { TokenGrant } from '../auth/session.ts';
import { anyOf, operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { STATION_BASE } from './paths.ts';
import {
  IssuedWatchLink,
  NewWatchLink,
  WATCH_LINKS_MAX,
  WATCH_SCREENS_MAX,
  WatchLinkList,
  WatchLinkOpening,
  WatchLinkOpeningAccepted,
} from './watch-link.ts';

/** Pilots and administrators may create links. */
const SEAT = { base: STATION_BASE, access: anyOf('control', 'internal') } as const;

const LinkParams = Type.Object({
  id: Text('Id of the link.', '5b0f3d2e-43b1-4b52-9f3b-a0d6a2f1c8e7'),
});

const LINK = {
  id: '5b0f3d2e-43b1-4b52-9f3b-a0d6a2f1c8e7',
  name: 'Command post',
  made_by: 'desk 1',
  created_at: '2026-03-01T09:30:00.250000+00:00',
  valid_until: '2026-03-01T17:30:00.250000+00:00',
  state: 'Valid',
  screens: 0,
};
const SECRET = 'watch_3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A';

export const listWatchLinks = operation({
  ...SEAT,
  id: 'station.watch_links',
  path: '/watch-links',
  summary: 'List watch links',
  description: 'Every valid link, and the latest ended ones. Secrets are never returned.',
  replies: { 200: WatchLinkList },
  replyExample: { links: [LINK] },
});

export const addWatchLink = operation({
  ...SEAT,
  id: 'station.watch_links.add',
  method: 'POST',
  path: '/watch-links',
  summary: 'Create a watch link',
  description: `Creates a link whose holder may watch, with the scope \`read\` only, until it expires or is revoked. The secret is returned only in this response: the station keeps its hash. At most ${WATCH_LINKS_MAX} links are valid at the same time. A link ends with the plugin that created it. Needs the scope \`read\` too: a client cannot grant more than it has.`,
  body: NewWatchLink,
  replies: { 201: IssuedWatchLink },
  errors: ['TOO_MANY_WATCH_LINKS', 'STORE_UNUSABLE'],
  examples: [{ summary: 'For a command post, one shift', value: { name: 'Command post', hours: 8 } }],
  replyExample: { link: LINK, secret: SECRET },
});

export const revokeWatchLink = operation({
  ...SEAT,
  id: 'station.watch_links.revoke',
  method: 'DELETE',
  path: '/watch-links/{id}',
  summary: 'Revoke a watch link',
  description:
    'The link is no longer valid and its sessions end at once: their WebSockets are closed and their video stops. No effect on an ended link.',
  params: LinkParams,
  errors: ['WATCH_LINK_NOT_FOUND', 'STORE_UNUSABLE'],
});

export const openWatchLink = operation({
  base: STATION_BASE,
  access: 'key',
  id: 'station.watch_links.open',
  method: 'POST',
  path: '/watch-links/open',
  summary: 'Get a token for a watch link',
  description: `Exchanges the secret of a link for a token with the scope \`read\`, valid for an hour at most and never longer than the link. Wrong secrets count as failed attempts, like wrong API keys. One link can be open on at most ${WATCH_SCREENS_MAX} screens.`,
  body: WatchLinkOpening,
  isBodyOptional: true,
  accepts: WatchLinkOpeningAccepted,
  replies: { 200: TokenGrant },
  errors: [
    'INVALID_WATCH_LINK',
    'WATCH_LINK_ENDED',
    'WATCH_LINK_FULL',
    'FOREIGN_PAGE',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
  ],
  examples: [{ summary: 'As sent by the page of a link', value: { secret: SECRET } }],
  replyExample: {
    id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
    plugin_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
    plugin_name: 'desk 1',
    scopes: ['read'],
    name: 'Command post',
    valid_until: '2026-03-01T10:30:00.250000+00:00',
    created_at: '2026-03-01T09:30:00.250000+00:00',
    access_token: '9gq0dW8c1xVqg3yC7Zr0p5nKjJt2mZ4uE6sLwB1aXf8',
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'read',
  },
});
