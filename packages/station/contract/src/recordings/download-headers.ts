import Type from 'typebox';
import { Text } from '../schema.ts';

const RANGE = {
  description:
    'Parts of the file (RFC 9110): `bytes=0-99`, `bytes=100-`, `bytes=-100`, or up to 32 of them separated by commas. Overlapping ranges are sent as one.',
  examples: ['bytes=0-1048575'],
};

/** Request headers of a file download, whole or in ranges. */
export const DownloadHeaders = Type.Object({
  Range: Type.Optional(Type.String(RANGE)),
  'If-Range': Type.Optional(
    Text(
      'The `ETag` or `Last-Modified` of the partly downloaded file; if it has changed, the whole file is sent.',
      '"45f0000-6430a1b2"',
    ),
  ),
  'If-None-Match': Type.Optional(
    Text(
      'The `ETag` of the file that the client has, or several; if it has not changed, the answer is 304.',
      '"45f0000-6430a1b2"',
    ),
  ),
});

/** The same in 0.5.0, whose document describes the form of `Range`. */
export const PreviewDownloadHeaders = Type.Object({
  ...DownloadHeaders.properties,
  Range: Type.Optional(Type.String({ ...RANGE, pattern: '^bytes=((\\d+-\\d*,?)+|-\\d+)$' })),
});
