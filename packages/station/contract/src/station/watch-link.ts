import Type, { type Static } from 'typebox';
import { named, OneOf, Text, Timestamp, Whole } from '../schema.ts';

/** Maximum number of links valid at the same time. */
export const WATCH_LINKS_MAX = 20;
/** Maximum number of screens that have one link open at the same time. */
export const WATCH_SCREENS_MAX = 10;
/** Longest validity of a link, hours: three days of an incident. */
export const WATCH_HOURS_MAX = 72;

const WATCH_LINK_STATES = ['Valid', 'Expired', 'Revoked'] as const;
export type WatchLinkState = (typeof WATCH_LINK_STATES)[number];

const LinkName = Text('Name of the recipient: 1 to 100 characters.', 'Command post');

export const NewWatchLink = named('NewWatchLink', 'A link to create.', {
  name: LinkName,
  hours: Whole('Validity, hours of station time; never longer in real time.', 8, {
    minimum: 1,
    maximum: WATCH_HOURS_MAX,
  }),
});
export type NewWatchLink = Static<typeof NewWatchLink>;

export const WatchLink = named('WatchLink', 'A link that permits a screen to watch, and nothing else.', {
  id: Text('Id of the link.', '5b0f3d2e-43b1-4b52-9f3b-a0d6a2f1c8e7'),
  name: LinkName,
  made_by: Text('Name of the plugin that created it.', 'desk 1'),
  created_at: Timestamp('When it was created.'),
  valid_until: Timestamp('When it expires.'),
  state: OneOf(
    WATCH_LINK_STATES,
    'Only a `Valid` link can be opened. Of the others the latest 20 are listed.',
    'Valid',
  ),
  last_opened_at: Type.Optional(Timestamp('When a screen last requested a token with it. Absent if never.')),
  screens: Whole('Number of screens on which it is open. ', 1, { minimum: 0, maximum: WATCH_SCREENS_MAX }),
});
export type WatchLink = Static<typeof WatchLink>;

export const WatchLinkList = named('WatchLinkList', 'Watch links, the newest first.', {
  links: Type.Array(WatchLink, { description: 'Each of them once' }),
});

export const IssuedWatchLink = named(
  'IssuedWatchLink',
  'A new link with its secret, which is returned only in this response.',
  {
    link: WatchLink,
    secret: Type.String({
      description:
        'Secret that opens the link. Append it to the address after `#`, `https://station/#watch=<secret>`: browsers do not transmit that part.',
      examples: ['watch_3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'],
    }),
  },
);
export type IssuedWatchLink = Static<typeof IssuedWatchLink>;

const secret = Text('The secret of the link.', 'watch_3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A', { maxLength: 200 });

export const WatchLinkOpening = named('WatchLinkOpening', 'A token request with the secret of a link.', { secret });
export type WatchLinkOpening = Static<typeof WatchLinkOpening>;

/** The accepted form: without a secret the answer is that for a wrong one. */
export const WatchLinkOpeningAccepted = Type.Object({ secret: Type.Optional(secret) });
