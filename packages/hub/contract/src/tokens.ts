import { Text, Whole } from '@kitestring/station-contract/schema.ts';
import Type from 'typebox';

/** Characters of generated names: RFC 4648 base32 in lower case, which is valid in a subject and in a URL. */
export const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Random characters in a generated name: 60 bits. */
export const TOKEN_LENGTH = 12;

/** The token for these random bytes, one character per byte. */
export const makeToken = (random: Uint8Array): string =>
  Array.from(random.subarray(0, TOKEN_LENGTH), (byte) => TOKEN_ALPHABET[byte % TOKEN_ALPHABET.length]).join('');

const SID_PATTERN = '^s[a-z2-7]{12}$';
const sidPattern = new RegExp(SID_PATTERN);

export const isSid = (value: string): boolean => sidPattern.test(value);

/** Identity of a station: assigned by the hub at enrolment, never changed, one token of a subject. */
export const Sid = Text('Permanent identity of the station, assigned by the hub.', 'sabcdefghijkl', {
  pattern: SID_PATTERN,
});

const token = (description: string) => Text(description, 'k3jx7q2mzabc', { pattern: '^[a-z2-7]{12}$' });

/** One start of a station’s service. */
export const Boot = token('Start of the station’s service; another value after each restart.');

/** A numbering of records: a new or restored data folder begins another one. */
export const Epoch = token('Epoch of the station’s record numbers; a new or restored data folder begins another.');

/** Used as epoch while the station’s journal is unavailable: there are no records then. */
export const NO_EPOCH = 'aaaaaaaaaaaa';

/** Id of a request of the hub: a UUID, or any 16 to 64 characters of `[A-Za-z0-9_-]`. */
export const RequestId = Text(
  'Id of the request, chosen by the hub; repetitions have the same one.',
  '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
  { pattern: '^[A-Za-z0-9_-]{16,64}$' },
);

/** Number of a record: from 1, without gaps. 0 means "none yet". */
export const Seq = (description: string) => Whole(description, 4711, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Milliseconds since 1970 (Unix time). */
export const UnixMs = (description: string) => Whole(description, 1_772_357_400_250, { minimum: 0, maximum: 8.64e15 });

/** Bytes in base64url without padding. */
export const Base64Url = (byteCount: number, description: string) => {
  const length = Math.ceil((byteCount * 4) / 3);
  return Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$`, description });
};

/** Public NKey of a user: the form `U...` of NATS. */
export const StationKey = Type.String({
  pattern: '^U[A-Z2-7]{55}$',
  description: 'Public NKey of the station.',
});

/** Version of every message: increases with a change that an older reader would misunderstand. */
export const Version = Type.Literal(1, { description: 'Version of the message.' });
