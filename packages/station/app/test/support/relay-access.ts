import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestRelay } from '@kitestring/lab-testing/programs.ts';
import { WhepViewer } from '@kitestring/video-process/test/support/webrtc.ts';

/** Name of the station in its rooms. */
export const PUBLISHER = 'station';
/** LiveKit’s name of every track that comes by WHIP. */
const TRACK = 'synthesized-camera';

/** A hub's access to its relay: tokens, viewers, and participants. */
export class RelayAccess {
  readonly #relay: TestRelay;

  constructor(relay: TestRelay) {
    this.#relay = relay;
  }

  /** Token for a station that brings its stream. */
  publishing(room: string): string {
    return this.#relay.token(PUBLISHER, {
      roomJoin: true,
      room,
      canPublish: true,
      canSubscribe: false,
      canPublishData: false,
    });
  }

  /** A viewer of the stream in a room. */
  async watch(room: string, viewer = new WhepViewer()): Promise<WhepViewer> {
    const token = this.#relay.token(randomUUID(), { roomJoin: true, room, canPublish: false, canSubscribe: true });
    const response = await fetch(`${this.#relay.url}/whip/v1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/sdp',
        'x-livekit-clientinfo': JSON.stringify({ subscribedParticipantTrackNames: { [PUBLISHER]: [TRACK] } }),
      },
      body: await viewer.offer(),
    });
    assert.equal(response.status, 201);
    await viewer.accept(await response.text());
    return viewer;
  }

  /** Names of those in a room. */
  async people(room: string): Promise<readonly string[]> {
    const response = await fetch(`${this.#relay.url}/twirp/livekit.RoomService/ListParticipants`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#relay.token('hub', { roomAdmin: true, room })}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ room }),
    });
    const { participants = [] } = (await response.json()) as { participants?: { identity: string }[] };
    return participants.map(({ identity }) => identity);
  }
}
