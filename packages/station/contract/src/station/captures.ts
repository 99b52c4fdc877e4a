import Type, { type Static } from 'typebox';
import { VideoFile } from '../recordings/recording.ts';
import { named, OneOf, Quantity, Text, Timestamp, Whole, YesNo } from '../schema.ts';
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
  name: Text(
    `Name given by the operator, plain text in one line of at most ${CAPTURE_NAME_MAX} characters; empty for none.`,
    'Roof, north side',
    { maxLength: CAPTURE_NAME_MAX, pattern: ONE_LINE },
  ),
  note: Text(`Plain text of at most ${CAPTURE_NOTE_MAX} characters; empty for none.`, 'Smoke from the second window.', {
    maxLength: CAPTURE_NOTE_MAX,
    pattern: PLAIN,
  }),
  is_bookmarked: YesNo('Bookmarked entries are never removed automatically.', false),
};

export const CaptureAbout = Type.Object(aboutProperties);
export type CaptureAbout = Static<typeof CaptureAbout>;

export const CaptureChange = Type.Partial(CaptureAbout, {
  $id: 'CaptureChange',
  description: 'Changes of a capture; absent fields stay unchanged.',
});
export type CaptureChange = Static<typeof CaptureChange>;

export const Capture = named('Capture', 'A stored recording or snapshot.', {
  capture_id: Text(
    'Of a recording its `recording_id`; of a snapshot `snapshot_` and the local time with its offset.',
    '20260301_103000_+0100',
  ),
  kind: OneOf(CAPTURE_KINDS, 'Type.', 'recording'),
  started: Timestamp('When it began, or was taken; station time.'),
  duration_s: Quantity('Length of its longest video, seconds; 0 for a snapshot and while it is being recorded.', 61.4, {
    minimum: 0,
  }),
  size: Whole('Size of its files, bytes.', 73400320, { format: 'int64', minimum: 0 }),
  is_being_recorded: YesNo('Whether it is being recorded.', false),
  ...aboutProperties,
  flight: Type.Optional(Timestamp('Take-off of its flight; absent on the ground, and if unknown.')),
  incident: Type.Optional(IncidentRef),
  stream_id: Type.Optional(Text('Stream of a snapshot.', 'zoom')),
  videos: Type.Array(VideoFile, { description: 'Videos of a recording; empty for a snapshot.' }),
});
export type Capture = Static<typeof Capture>;

export const CaptureList = named('CaptureList', 'Captures, the newest first.', {
  version: Text('Version of the whole list, for `captures/changes`.', 'm7k2-41'),
  total: Whole('Number of entries that match the filter.', 1, { minimum: 0 }),
  captures: Type.Array(Capture, { description: 'The newest first.' }),
  next_before: Type.Optional(
    Text('The last entry of this answer, if more follow: `before` of the next request.', '20260301_103000_+0100'),
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
