import Type, { type Static, type TObject } from 'typebox';
import { choice, quantity } from './fault-parameters.ts';

/** Where a fault acts: on a request and its answer, on an open WebSocket, on both, or on the whole listener. */
type WireFaultPlace = 'request' | 'websocket' | 'both' | 'listener';

/** One type of fault between the station and its clients. */
interface WireFaultDefinition {
  readonly summary: string;
  readonly place: WireFaultPlace;
  /** Consequence that a client meets. */
  readonly effect: string;
  /** Reaction of a good client. */
  readonly advice: string;
  /** Parameters of the fault, each with a default. */
  readonly parameters: TObject;
}

const moment = () =>
  choice(['before', 'after'], 'before', 'Whether it happens before or after the request is carried out');
const afterBytes = () => Type.Optional(count('bytes', 0, 1_000_000_000, 10, 'Length of the body that still arrives'));
const count = (unit: string, minimum: number, maximum: number, standard: number, description: string) =>
  Type.Integer({ minimum, maximum, default: standard, description: `${description}, ${unit}`, 'x-unit': unit });

/** Every fault between the station and its clients. Names are stable. */
export const WIRE_FAULTS = {
  latency: {
    summary: 'Requests and messages arrive late.',
    place: 'both',
    effect:
      'A request reaches the station this much later, and is carried out even when its client has given up meanwhile. Messages of a WebSocket come later, in their order.',
    advice:
      'Waits with a deadline of its own; after a command that timed out, reads the state instead of repeating it.',
    parameters: Type.Object({
      latency_ms: quantity('ms of real time', 0, 60_000, 300, 'Delay'),
      jitter_ms: quantity('ms of real time', 0, 60_000, 0, 'Additional delay, uniform from 0 to this'),
    }),
  },
  bandwidth: {
    summary: 'A slow link.',
    place: 'request',
    effect: 'Bodies of answers arrive at this rate.',
    advice: 'Judges a download by its progress, not by its total time.',
    parameters: Type.Object({
      bytes_per_s: Type.Optional(count('bytes/s of real time', 1, 1_000_000_000, 1000, 'Rate')),
    }),
  },
  stalled_body: {
    summary: 'An answer stops in the middle.',
    place: 'request',
    effect: 'Headers and the first bytes arrive, then nothing; the rest follows when the fault ends.',
    advice: 'Has a deadline for the whole answer, or for the next bytes of a download; then ends the connection.',
    parameters: Type.Object({ after_bytes: afterBytes() }),
  },
  truncated_body: {
    summary: 'An answer ends too early.',
    place: 'request',
    effect: 'The connection ends before the announced `Content-Length`. A shorter body arrives whole.',
    advice: 'Counts the bytes and takes a short answer as a failure; continues a download with a range.',
    parameters: Type.Object({ after_bytes: afterBytes() }),
  },
  reset: {
    summary: 'The connection is reset instead of an answer.',
    place: 'request',
    effect:
      'No answer: a TCP reset, over HTTPS an end without `close_notify`. With `after`, the command was carried out, and the client cannot know.',
    advice: 'Repeats reads. Never repeats a command by itself: reads the state first.',
    parameters: Type.Object({ moment: moment() }),
  },
  error_status: {
    summary: 'An error instead of the answer, as from an overloaded station or a gateway before it.',
    place: 'request',
    effect:
      'This status. 429, 500 and 503 have the body of this API; 502 and 504 are from a gateway, in HTML. With `after`, the request was carried out nevertheless.',
    advice:
      'Waits for `Retry-After`. Repeats reads after 429 and 5xx, commands after 429 and after 503 with `Retry-After` only. Does not expect JSON from a gateway.',
    parameters: Type.Object({
      status: Type.Optional(
        Type.Unsafe<429 | 500 | 502 | 503 | 504>(
          Type.Enum([429, 500, 502, 503, 504], { default: 503, description: 'Status of the answer' }),
        ),
      ),
      retry_after_s: Type.Optional(
        count('s of real time', 0, 86_400, 1, '`Retry-After` of a 429 and of a 503; 0: the answer has none'),
      ),
      moment: moment(),
    }),
  },
  token_end: {
    summary: 'A token ends before the time that was promised.',
    place: 'request',
    effect: '401 `INVALID_TOKEN`; the session is over, its WebSockets close with 1008.',
    advice: 'Gets a new token once and repeats the request, also a command: a 401 is sent before anything is done.',
    parameters: Type.Object({}),
  },
  restart: {
    summary: 'The Ground Station’s computer restarts in the middle of a request.',
    place: 'request',
    effect:
      'The connection is reset; the API does not respond for the downtime; stored data survive. With `after` a command was accepted, and the restart may have lost it nevertheless.',
    advice: 'Tries again with growing pauses; reads every state again, because control and queue are lost.',
    parameters: Type.Object({
      downtime_s: quantity('s of station time', 0.5, 3600, 10, 'Downtime'),
      moment: moment(),
    }),
  },
  websocket_close: {
    summary: 'The station, or a proxy, closes WebSockets.',
    place: 'websocket',
    effect: 'Open WebSockets close at once, new ones after their first messages, with this code.',
    advice: 'Connects again with growing pauses, shows its values as stale meanwhile; after 1008 with a new token.',
    parameters: Type.Object({
      code: Type.Optional(
        Type.Integer({
          minimum: 1000,
          maximum: 4999,
          default: 1011,
          description:
            'Close code; 1006, and codes that no peer may send (1004, 1005, 1015 to 2999): an end without a close frame',
        }),
      ),
      after_messages: Type.Optional(count('messages', 0, 1_000_000, 1, 'Messages before a new one closes')),
    }),
  },
  subscription_silence: {
    summary: 'A dead link that is not noticed: WebSockets stay open, and nothing arrives.',
    place: 'websocket',
    effect:
      'No message and no ping; a ping of the client is still answered. When the fault ends, these connections end without a close frame, because what was lost does not follow.',
    advice:
      'Knows that a state comes at least every 5 s and a ping every 20 s; without them shows its values as stale and connects again.',
    parameters: Type.Object({}),
  },
  clock_skew: {
    summary: 'The clock of the station is wrong.',
    place: 'both',
    effect:
      'Every time in JSON answers and messages, and the `Date` header, is shifted. Times that a client sends are taken as they are.',
    advice: 'Measures durations and ages by differences of the station’s own times, never against its own clock.',
    parameters: Type.Object({ skew_s: quantity('s', -86_400, 86_400, 300, 'Shift; positive: the station is ahead') }),
  },
  certificate_change: {
    summary: 'The station has another certificate, as after a new installation or with another server in between.',
    place: 'listener',
    effect: 'New TLS connections get a self-signed certificate with another key until the fault ends.',
    advice: 'Refuses it when it has pinned the key, says so, and sends no token; does not try again in a loop.',
    parameters: Type.Object({}),
  },
} as const satisfies Readonly<Record<string, WireFaultDefinition>>;

export type WireFaultType = keyof typeof WIRE_FAULTS;

export const WIRE_FAULT_TYPES = Object.keys(WIRE_FAULTS) as readonly WireFaultType[];

/** The parameters of a fault, with defaults filled in. */
export type WireFaultFigures<T extends WireFaultType> = Required<Static<(typeof WIRE_FAULTS)[T]['parameters']>>;
