import Type, { type Static } from 'typebox';
import { VideoFile } from '../recordings/recording.ts';
import { named, Timestamp } from '../schema.ts';
import { IncidentRef } from './incident.ts';

/** Maximum length of an operator's note on a capture, characters. */
export const CAPTURE_NAME_MAX = 80;
export const CAPTURE_NOTE_MAX = 500;
/** Default number of captures in one answer. */
export const CAPTURE_PAGE = 30;
export const CAPTURE_PAGE_MAX = 1000;

export const CAPTURE_KINDS = ['recording', 'snapshot'] as const;
export type CaptureKind = (typeof CAPTURE_KINDS)[number];

/** One line without control characters. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$';
/** Line breaks are allowed, other control characters are not. */
const PLAIN = '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$';

const aboutProperties = {
  name: Type.String({
    maxLength: CAPTURE_NAME_MAX,
    pattern: ONE_LINE,
    description: `Name given by the operator, plain text in one line of at most ${CAPTURE_NAME_MAX} characters; empty for none.`,
    examples: ['Roof, north side'],
  }),
  note: Type.String({
    maxLength: CAPTURE_NOTE_MAX,
    pattern: PLAIN,
    description: `Plain text of at most ${CAPTURE_NOTE_MAX} characters; empty for none.`,
    examples: ['Smoke from the second window.'],
  }),
  is_bookmarked: Type.Boolean({
    description: 'Bookmarked entries are never removed automatically.',
    examples: [false],
  }),
};

export const CaptureAbout = Type.Object(aboutProperties);
export type CaptureAbout = Static<typeof CaptureAbout>;

export const CaptureChange = named('CaptureChange', 'Changes of a capture; absent fields stay unchanged.', {
  name: Type.Optional(aboutProperties.name),
  note: Type.Optional(aboutProperties.note),
  is_bookmarked: Type.Optional(aboutProperties.is_bookmarked),
});
export type CaptureChange = Static<typeof CaptureChange>;

export const Capture = named('Capture', 'A stored recording or snapshot.', {
  capture_id: Type.String({
    description: 'Of a recording its `recording_id`; of a snapshot `snapshot_` and the local time with its offset.',
    examples: ['20260301_103000_+0100'],
  }),
  kind: Type.Enum(CAPTURE_KINDS, { description: 'Type.', examples: ['recording'] }),
  started: Timestamp('When it began, or was taken; station time.'),
  duration_s: Type.Number({
    minimum: 0,
    description: 'Length of its longest video, seconds; 0 for a snapshot and while it is being recorded.',
    examples: [61.4],
  }),
  size: Type.Integer({
    format: 'int64',
    minimum: 0,
    description: 'Size of its files, bytes.',
    examples: [73400320],
  }),
  is_being_recorded: Type.Boolean({ description: 'Whether it is being recorded.', examples: [false] }),
  ...aboutProperties,
  flight: Type.Optional(Timestamp('Take-off of its flight; absent on the ground, and if unknown.')),
  incident: Type.Optional(IncidentRef),
  stream_id: Type.Optional(Type.String({ description: 'Stream of a snapshot.', examples: ['zoom'] })),
  videos: Type.Array(VideoFile, { description: 'Videos of a recording; empty for a snapshot.' }),
});
export type Capture = Static<typeof Capture>;

export const CaptureList = named('CaptureList', 'Captures, the newest first.', {
  version: Type.String({
    description: 'Version of the whole list, for `captures/changes`.',
    examples: ['m7k2-41'],
  }),
  total: Type.Integer({ minimum: 0, description: 'Number of entries that match the filter.', examples: [1] }),
  captures: Type.Array(Capture, { description: 'The newest first.' }),
  next_before: Type.Optional(
    Type.String({
      description: 'The last entry of this answer, if more follow: `before` of the next request.',
      examples: ['20260301_103000_+0100'],
    }),
  ),
  flights: Type.Array(Timestamp('Take-off of a flight with captures.'), {
    description: 'Flights with captures, the newest first; at most 100.',
    examples: [[]],
  }),
});
export type CaptureList = Static<typeof CaptureList>;

export const CaptureChanges = named('CaptureChanges', 'Version of the list of captures.', {
  version: CaptureList.properties.version,
});
export type CaptureChanges = Static<typeof CaptureChanges>;
