import Type, { type Static } from 'typebox';
import { Base64Url, Epoch, Seq, Version } from './tokens.ts';

/**
 * Progress of the archive for a station’s records. With `gen` it orders the station to resend from `from`: the segments
 * then have that generation, because the broker would otherwise drop lost ones as duplicates.
 */
export const Cursor = Type.Object({
  v: Version,
  epoch: Epoch,
  have: Seq('The archive has committed every record up to this number.'),
  hash: Type.Optional(
    Base64Url(32, 'Hash of the segment that ends with `have`; it shows that a station was restored from a backup.'),
  ),
  gen: Type.Optional(Type.Integer({ minimum: 1, description: 'Generation of the segments sent from now on.' })),
  from: Type.Optional(Seq('First record to resend.')),
});
export type Cursor = Static<typeof Cursor>;

/** The station’s answer to a cursor. */
export const CursorTaken = Type.Object({ v: Version, epoch: Epoch, head: Seq('Number of the newest record.') });
export type CursorTaken = Static<typeof CursorTaken>;
