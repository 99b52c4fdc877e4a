import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { livekitToken } from './livekit-token.ts';
import { type Relay, RelayFault } from './relay.ts';

interface LivekitRelayOptions {
  /** For example `https://relay.example`, for the hub and for stations. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly nowMs: () => number;
}

const STATION = 'station';
const HUB = 'hub';
/** LiveKit’s name of every video track that is published by WHIP. */
const TRACK = 'synthesized-camera';
const REQUEST_MS = 5000;
/** LiveKit itself waits 15 s for the track of a viewer. */
const WATCH_MS = 10_000;
const ADMIN_TOKEN_S = 60;
/** Long enough for a station that reconnects after a failure of its link. */
const EMPTY_ROOM_S = 60;
const LIST_ROOMS = '/twirp/livekit.RoomService/ListRooms';
const LISTED = { headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: REQUEST_MS };
const ANSWER_BYTES_MAX = 512 * 1024;

/**
 * A LiveKit server (https://docs.livekit.io/reference/server/server-apis/). It has no WHEP, but accepts a receiving
 * offer at its WHIP endpoint if a header names the tracks.
 */
export class LivekitRelay implements Relay {
  readonly url: string;
  readonly #options: LivekitRelayOptions;

  constructor(options: LivekitRelayOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.#options = options;
  }

  publishing(room: string) {
    const grant = { room, roomJoin: true, canPublish: true, canSubscribe: false, canPublishData: false } as const;
    return { url: `${this.url}/whip/v1`, token: this.#token(STATION, grant, LIMITS.relayTokenS) };
  }

  async openRoom(room: string): Promise<void> {
    // A playout delay of 1 ms is rounded to none: pictures are shown at once.
    const options = { empty_timeout: EMPTY_ROOM_S, departure_timeout: EMPTY_ROOM_S, max_playout_delay: 1 };
    await this.#call('CreateRoom', { room, roomCreate: true }, { name: room, ...options });
  }

  async people(room: string) {
    const answer = await this.#call('ListParticipants', { room, roomAdmin: true }, { room });
    const people = participants(answer);
    return {
      isPublished: people.some(({ identity, tracks }) => identity === STATION && (tracks?.length ?? 0) > 0),
      viewerIds: new Set(people.map(({ identity }) => identity).filter((identity) => identity !== STATION)),
    };
  }

  async watch(room: string, viewerId: string, offer: string): Promise<string | undefined> {
    const grant = { room, roomJoin: true, canPublish: false, canSubscribe: true, canPublishData: false } as const;
    const { status, text } = await this.#post('/whip/v1', {
      token: this.#token(viewerId, grant, LIMITS.relayTokenS),
      headers: {
        'content-type': 'application/sdp',
        'x-livekit-clientinfo': JSON.stringify({ subscribedParticipantTrackNames: { [STATION]: [TRACK] } }),
      },
      body: offer,
      timeoutMs: WATCH_MS,
    });
    if (status === 201) return text;
    if (status === 400 || status === 413) return undefined;
    throw new RelayFault(`the relay refuses a viewer: ${status} ${line(text)}`);
  }

  async remove(room: string, viewerId: string): Promise<void> {
    await this.#call('RemoveParticipant', { room, roomAdmin: true }, { room, identity: viewerId });
  }

  async closeRoom(room: string): Promise<void> {
    await this.#call('DeleteRoom', { room, roomCreate: true }, { room });
  }

  /** Throws a `RelayFault` unless this is a LiveKit server that accepts the key, and no request without one. */
  async check(): Promise<void> {
    const unsigned = await this.#post(LIST_ROOMS, { ...LISTED, token: '' });
    const signed = await this.#post(LIST_ROOMS, {
      ...LISTED,
      token: this.#token(HUB, { roomList: true }, ADMIN_TOKEN_S),
    });
    if (unsigned.status === 401 && signed.status === 401) {
      throw new RelayFault(`LiveKit refuses the key: ${line(signed.text)}`);
    }
    if (unsigned.status === 401 && signed.status === 200 && hasRooms(signed.text)) return;
    const answers = `ListRooms is answered with ${signed.status} ${line(signed.text)}, without a token with ${unsigned.status}`;
    throw new RelayFault(`this is no LiveKit server: ${answers}`);
  }

  #token(identity: string, grant: Parameters<typeof livekitToken>[0]['grant'], lifeS: number): string {
    const { key, nowMs, secret } = this.#options;
    return livekitToken({ key, secret, identity, grant, lifeS, nowMs: nowMs() });
  }

  /** A request of LiveKit’s own API; undefined for something that does not exist. */
  async #call(name: string, grant: Parameters<typeof livekitToken>[0]['grant'], body: object): Promise<unknown> {
    const { status, text } = await this.#post(`/twirp/livekit.RoomService/${name}`, {
      token: this.#token(HUB, grant, ADMIN_TOKEN_S),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: REQUEST_MS,
    });
    if (status === 404) return undefined;
    if (status !== 200) throw new RelayFault(`the relay refuses ${name}: ${status} ${line(text)}`);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new RelayFault(`the relay answers ${name} with what is no JSON`, { cause });
    }
  }

  async #post(
    path: string,
    {
      body,
      headers,
      timeoutMs,
      token,
    }: {
      readonly token: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly timeoutMs: number;
    },
  ): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
      return { status: response.status, text: await readText(response) };
    } catch (cause) {
      if (cause instanceof RelayFault) throw cause;
      throw new RelayFault(`the relay does not answer: ${reason(cause)}`, { cause });
    }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new RelayFault(`an answer of the relay has over ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

interface Participant {
  readonly identity: string;
  readonly tracks?: readonly unknown[];
}

function participants(answer: unknown): readonly Participant[] {
  if (typeof answer !== 'object' || answer === null || !('participants' in answer)) return [];
  return Array.isArray(answer.participants) ? (answer.participants as Participant[]) : [];
}

/** LiveKit repeats a refused token. */
const line = (text: string): string =>
  text
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

function hasRooms(text: string): boolean {
  try {
    return Array.isArray((JSON.parse(text) as { readonly rooms?: unknown } | null)?.rooms);
  } catch {
    return false;
  }
}

function reason(fault: unknown): string {
  const inner = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
  return inner instanceof Error ? inner.message : String(inner);
}
