import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { boundOrder, COMMAND_ERRORS } from './command.ts';
import { RequestId, Sid, Version } from './tokens.ts';
import { StationWait } from './upload-wait.ts';

/** Maximum of files of a recording, parts of a file, and length of a part. */
const FILES_MAX = 16;
export const PARTS_MAX = 10_000;
export const PART_BYTES_MAX = 64 * 1024 ** 2;

/** `recording`: its videos. `flight_log`: the MCAP file of a flight. */
export const UPLOAD_KINDS = ['recording', 'flight_log'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/**
 * Order to upload a recording or the log of a flight to the object store of the hub, signed like a command with
 * `UPLOAD_TYPE` as `typ`; repeated until everything is stored.
 */
export const UploadOrder = Type.Object({
  ...boundOrder,
  upload: RequestId,
  recording: Type.String({ pattern: '^[A-Za-z0-9_+-]{1,64}$', description: 'Id of the recording, or of the flight.' }),
  kind: Type.Optional(OneOf(UPLOAD_KINDS, 'What it is; a recording when absent.')),
  automatic: Type.Optional(
    Type.Boolean({ description: 'Ordered by the policy: the station sends it only while the policy allows it.' }),
  ),
  kbps: Type.Integer({ minimum: 300, maximum: 10_000_000, description: 'Maximum rate on the uplink, kbit/s.' }),
});
export type UploadOrder = Static<typeof UploadOrder>;
export const UPLOAD_TYPE = 'kitestring-upload';

const wait = Type.Optional(StationWait);

/** Answer to such an order: like that to a command, with the reason why nothing is sent now. */
export const UploadReply = Type.Union([
  Type.Object({ v: Version, id: RequestId, status: Type.Literal(202), wait }),
  Type.Object({
    v: Version,
    id: Type.Optional(RequestId),
    error: Type.Enum(COMMAND_ERRORS),
    message: Type.String({ maxLength: 500 }),
    wait,
  }),
]);
export type UploadReply = Static<typeof UploadReply>;

const FileName = Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$', description: 'Name of the file.' });
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Its length.' });
const Sha256 = Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: 'SHA-256, base64.' });
const PartNumber = Type.Integer({ minimum: 1, maximum: PARTS_MAX, description: 'Number of the part.' });

/** A file of a recording at the station. */
export const UploadFile = Type.Object({ name: FileName, bytes: Bytes, sha256: Sha256 });
export type UploadFile = Static<typeof UploadFile>;

const askedPart = {
  v: Version,
  id: RequestId,
  upload: RequestId,
  file: FileName,
  part: Type.Object({ number: PartNumber, bytes: Bytes, sha256: Sha256 }),
};

/** The request `ticket`: first with all files, whose answer lists the parts that have arrived; then for each part, with its own id. */
export const TicketRequest = Type.Union([
  Type.Object({ v: Version, upload: RequestId, files: Type.Array(UploadFile, { minItems: 1, maxItems: FILES_MAX }) }),
  Type.Object(askedPart),
]);
export type TicketRequest = Static<typeof TicketRequest>;

/**
 * Address for one part. The payload of a compact JWS like that of a command, with `TICKET_TYPE` as `typ`: it repeats
 * the request, whose id binds the ticket to it.
 */
export const SignedTicket = Type.Object({
  ...askedPart,
  sid: Sid,
  url: Type.String({ pattern: '^https?://[^\\s]{1,4000}$', description: 'Where the part is sent by PUT.' }),
  headers: Type.Record(Type.String(), Type.String({ maxLength: 500 }), { description: 'Headers to send with it.' }),
  ca: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'Certificate authority of the store, PEM; absent: a public one, or that of the hub.',
    }),
  ),
});
export type SignedTicket = Static<typeof SignedTicket>;
export const TICKET_TYPE = 'kitestring-ticket';

const Over = Type.Object({
  v: Version,
  over: Type.String({ maxLength: 500, description: 'Why nothing more must be sent.' }),
});

const Waits = Type.Object({ v: Version, wait: StationWait });

export const TicketReply = Type.Union([
  Type.Object({
    v: Version,
    partBytes: Type.Integer({ minimum: 1, maximum: PART_BYTES_MAX, description: 'Length of all parts but the last.' }),
    /** Parts that have arrived, for each file in the order of the request. */
    files: Type.Array(Type.Array(PartNumber, { maxItems: PARTS_MAX }), { maxItems: FILES_MAX }),
  }),
  Type.Object({ v: Version, ticket: Type.String({ description: 'A `SignedTicket` with its signature.' }) }),
  Over,
  Waits,
]);
export type TicketReply = Static<typeof TicketReply>;

/** The request `uploaded`: all parts are sent, or the station has nothing to send. */
export const UploadedRequest = Type.Object({
  v: Version,
  upload: RequestId,
  failed: Type.Optional(Type.String({ maxLength: 300, description: 'Why there is nothing to send.' })),
});
export type UploadedRequest = Static<typeof UploadedRequest>;

export const UploadedReply = Type.Union([
  Type.Object({
    v: Version,
    stored: Type.Boolean({ description: 'False: something is missing; request the list of parts.' }),
  }),
  Over,
  Waits,
]);
export type UploadedReply = Static<typeof UploadedReply>;
