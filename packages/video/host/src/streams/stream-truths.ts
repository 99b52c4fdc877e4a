import type { Cancel } from '@kitestring/base/clock.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import type { FrameTruth } from '@kitestring/video-process/source';
import type { KnownStreams } from './known-streams.ts';

/** Receives the objects in each picture of a stream. */
interface TruthListener {
  readonly onFrame: (frame: FrameTruth) => void;
  /** Pictures per second that suffice; absent: each one. It may receive more. */
  readonly framesPerS?: number;
  /** The station stops: no more frames. */
  readonly onEnd: () => void;
}

interface StreamTruthsDeps {
  readonly streams: Pick<KnownStreams, 'ready'>;
  readonly send: (message: ToMedia) => void;
}

/** Objects in the pictures of synthetic streams. Found out only while a listener wants them. */
export class StreamTruths {
  readonly #deps: StreamTruthsDeps;
  readonly #listeners = new Map<TruthListener, string>();

  constructor(deps: StreamTruthsDeps) {
    this.#deps = deps;
  }

  /** @returns a function that ends it; refuses for a stream that has no pictures now, or those of a real camera */
  follow(streamId: string, listener: TruthListener): Result<Cancel> {
    const plan = this.#deps.streams.ready(streamId);
    if (!plan.ok) return plan;
    if (plan.value.isReal === true) return refuse('NO_TRUTH', { stream: streamId });
    this.#listeners.set(listener, streamId);
    this.tell();
    return ok(() => {
      if (this.#listeners.delete(listener)) this.tell();
    });
  }

  accept(streamId: string, frame: FrameTruth): void {
    for (const [listener, id] of this.#listeners) if (id === streamId) listener.onFrame(frame);
  }

  /** Tells the media process which streams are wanted; also after its start. */
  tell(): void {
    const rates = new Map<string, number>();
    for (const [{ framesPerS = Number.POSITIVE_INFINITY }, id] of this.#listeners)
      rates.set(id, Math.max(framesPerS, rates.get(id) ?? 0));
    const wishes = [...rates].map(([streamId, framesPerS]) =>
      Number.isFinite(framesPerS) ? { streamId, framesPerS } : { streamId },
    );
    this.#deps.send({ kind: 'truth', wishes });
  }

  end(): void {
    for (const listener of [...this.#listeners.keys()]) listener.onEnd();
  }
}
