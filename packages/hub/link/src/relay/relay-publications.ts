import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { HubScope } from '@kitestring/hub-contract/command.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { RELAY_TYPE, RelayOrder, type RelayReply } from '@kitestring/hub-contract/relay.ts';
import { scopesWithin } from '../commands/command-executor.ts';
import type { Bound, judgeOrder } from '../commands/judge-order.ts';
import { verifiedOrder } from '../commands/verified-order.ts';
import type { PublishedUplink, VideoPublisher } from './video-publisher.ts';
import { WhipFault, WhipSession } from './whip-session.ts';

interface RelayPublicationsDeps {
  readonly judge: (bound: Bound) => ReturnType<typeof judgeOrder>;
  readonly access: HubScope;
  /** Undefined on a station without live video. */
  readonly video: VideoPublisher | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

const SHOWN_AFTER_US = 2 * US_PER_S;

type Fault = Extract<RelayReply, { readonly error: unknown }>;

/** A stream that is sent to a relay, or will be soon. */
interface Publication {
  readonly streamId: string;
  readonly url: string;
  /** Resolves when pictures are being sent, or with the fault that prevents it. */
  readonly begun: Promise<Fault | undefined>;
  /** Time of the first picture. */
  begunUs: number | undefined;
  peerId: string | undefined;
  session: WhipSession | undefined;
  hasEnded: boolean;
  cancelLease: Cancel;
}

/**
 * Streams that the hub has ordered for its relays. An order is a lease: it must be repeated, or the stream ends. So
 * nothing is sent without viewers, also when hub, link or relay is unavailable. One publication per stream serves any
 * number of viewers.
 */
export class RelayPublications {
  readonly #deps: RelayPublicationsDeps;
  readonly #byStream = new Map<string, Publication>();
  readonly #cancel: Cancel | undefined;

  constructor(deps: RelayPublicationsDeps) {
    this.#deps = deps;
    this.#cancel = deps.video?.onEnd((peerId) => this.#lost(peerId));
  }

  get count(): number {
    return this.#byStream.size;
  }

  /** State of the link for each stream; streams without a report of their relay are left out. */
  get uplinks(): readonly (PublishedUplink & { readonly streamId: string })[] {
    return [...this.#byStream.values()].flatMap(({ peerId, streamId }) => {
      const uplink = peerId === undefined ? undefined : this.#deps.video?.uplink(peerId);
      return uplink === undefined ? [] : [{ streamId, ...uplink }];
    });
  }

  /** Never rejects. @param ca certificates to trust besides the public authorities */
  async execute(bytes: Uint8Array, keys: readonly HubKey[], ca?: string): Promise<RelayReply> {
    const read = this.#read(bytes, keys);
    if ('error' in read) return read;
    const { id, leaseS, stream, url } = read;
    const present = this.#byStream.get(stream);
    if (leaseS === 0) {
      if (present !== undefined) this.#end(present, 'the hub has ended it');
      return { v: 1, id, state: 'stopped' };
    }
    if (present !== undefined && present.url !== url) this.#end(present, 'the hub has named another relay');
    if (present !== undefined && read.restart === true && this.#lasts(present)) {
      this.#end(present, 'the relay does not have it');
    }
    const publication = this.#byStream.get(stream) ?? this.#begin(read, ca);
    if ('error' in publication) return publication;
    this.#extend(publication, leaseS);
    const fault = await publication.begun;
    return fault === undefined ? { v: 1, id, state: 'published' } : { ...fault, id };
  }

  stop(): void {
    this.#cancel?.();
    for (const publication of [...this.#byStream.values()]) this.#end(publication, 'the station stops');
  }

  #read(bytes: Uint8Array, keys: readonly HubKey[]): RelayOrder | Fault {
    const payload = verifiedOrder(bytes, RELAY_TYPE, keys);
    if (payload === undefined)
      return { v: 1, error: 'BAD_SIGNATURE', message: 'no pinned key of the hub has signed this' };
    const read = readMessage(RelayOrder, payload, LIMITS.commandBytes);
    if (!read.ok) return { v: 1, error: 'MALFORMED_COMMAND', message: read.message.slice(0, 500) };
    const { id, scopes } = read.value;
    const mayRead = scopes.includes('read') && scopesWithin(this.#deps.access).includes('read');
    if (!mayRead) return faulty(id, 'SCOPE_NOT_GRANTED', 'video needs read');
    return this.#deps.judge(read.value) ?? read.value;
  }

  #begin(order: RelayOrder, ca: string | undefined): Publication | Fault {
    const { id, maxKbps, person, stream: streamId, token, url } = order;
    const { log, video } = this.#deps;
    if (video === undefined) return faulty(id, 'STREAM_NOT_READY', 'this station has no live video');
    if (this.#byStream.size >= LIMITS.publications) {
      return faulty(id, 'STATION_BUSY', `at most ${LIMITS.publications} streams are published at a time`);
    }
    const begun = Promise.withResolvers<Fault | undefined>();
    const publication: Publication = {
      streamId,
      url,
      begun: begun.promise,
      peerId: undefined,
      session: undefined,
      begunUs: undefined,
      hasEnded: false,
      cancelLease: () => {},
    };
    this.#byStream.set(streamId, publication);
    log.info({ stream: streamId, relay: new URL(url).host, for: person.name }, 'a stream is published to a relay');
    void this.#publish(video, publication, { url, token, ca, maxKbps }).then((reason) => {
      if (reason !== undefined) this.#end(publication, reason.message);
      else publication.begunUs = this.#deps.clock.nowUs();
      begun.resolve(reason);
    });
    return publication;
  }

  /** @returns why the relay gets no pictures; undefined when it gets them */
  async #publish(
    video: VideoPublisher,
    publication: Publication,
    { maxKbps, ...target }: Parameters<typeof WhipSession.open>[0] & { readonly maxKbps: number },
  ): Promise<Fault | undefined> {
    const offer = await video.offer(publication.streamId, new URL(publication.url).host, maxKbps);
    if (!offer.ok) return faulty(undefined, 'STREAM_NOT_READY', offer.reason);
    publication.peerId = offer.peerId;
    try {
      if (!publication.hasEnded) publication.session = await WhipSession.open(target, offer.sdp);
      // It was ended while it started: resources that exist by now are released, too.
      if (publication.session === undefined || publication.hasEnded) {
        this.#close(publication);
        return faulty(undefined, 'RELAY_FAILED', 'it was ended before it had begun');
      }
      const accepted = await video.accept(offer.peerId, publication.session.answer);
      return accepted.ok ? undefined : faulty(undefined, 'RELAY_FAILED', accepted.reason);
    } catch (fault) {
      if (!(fault instanceof WhipFault)) throw fault;
      return faulty(undefined, 'RELAY_FAILED', fault.message);
    }
  }

  /** A relay shows a stream a moment after its first pictures. */
  #lasts({ begunUs }: Publication): boolean {
    return begunUs !== undefined && this.#deps.clock.nowUs() - begunUs > SHOWN_AFTER_US;
  }

  #extend(publication: Publication, leaseS: number): void {
    const { clock } = this.#deps;
    publication.cancelLease();
    publication.cancelLease = clock.schedule(clock.nowUs() + leaseS * US_PER_S, () =>
      this.#end(publication, 'the hub has not repeated its order'),
    );
  }

  /** The connection to the relay has failed: the next order starts it again, with a new token. */
  #lost(peerId: string): void {
    const publication = this.#byStream.values().find((one) => one.peerId === peerId);
    if (publication !== undefined) this.#end(publication, 'the connection to the relay has ended');
  }

  #end(publication: Publication, reason: string): void {
    if (publication.hasEnded) return;
    publication.hasEnded = true;
    publication.cancelLease();
    this.#byStream.delete(publication.streamId);
    this.#deps.log.info({ stream: publication.streamId, reason }, 'a stream is no longer published to a relay');
    this.#close(publication);
  }

  #close({ peerId, session }: Publication): void {
    if (peerId !== undefined) this.#deps.video?.end(peerId);
    void session?.end();
  }
}

const faulty = (id: string | undefined, error: Fault['error'], message: string): Fault => ({
  v: 1,
  error,
  message: message.slice(0, 500),
  ...(id !== undefined && { id }),
});
