import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import type { SnapshotFacts } from '@kitestring/video-process/snapshot';
import { exposureOfScene, type SceneState } from '@kitestring/video-process/source';
import type { PictureRequests } from '../process/pending-replies.ts';
import type { KnownStreams } from './known-streams.ts';

interface StillPicturesDeps {
  readonly pictures: PictureRequests;
  readonly streams: KnownStreams;
  /** Undefined with a real aircraft. */
  readonly scene: (() => SceneState) | undefined;
  readonly send: (message: ToMedia) => void;
  readonly softwareVersion: () => string;
}

/** Loaded with the first picture: a station starts without them. */
const formats = () => import('@kitestring/video-process/snapshot');

export type RadiometricFormat = 'jpeg' | 'tiff';

interface TakenPicture {
  readonly jpeg: Uint8Array;
  readonly facts: SnapshotFacts;
  /** Temperatures, where they were requested. */
  readonly counts?: Uint8Array;
}

/** Single pictures that the media process takes, or makes small. */
export class StillPictures {
  readonly #deps: StillPicturesDeps;

  constructor(deps: StillPicturesDeps) {
    this.#deps = deps;
  }

  /** A JPEG with time and position in its metadata. */
  async snapshot(id: string): Promise<Result<Uint8Array>> {
    const taken = await this.#taken(id, false);
    if (!taken.ok) return taken;
    const { jpegWithFacts } = await formats();
    return ok(jpegWithFacts(taken.value.jpeg, taken.value.facts));
  }

  /** A picture with the temperature of each pixel; the stream must have them. */
  async radiometric(id: string, format: RadiometricFormat): Promise<Result<Uint8Array>> {
    const taken = await this.#taken(id, true);
    if (!taken.ok) return taken;
    const { counts, facts, jpeg } = taken.value;
    const { jpegWithFacts, radiometricJpeg, radiometricTiff, thermalMap } = await formats();
    const map = counts && thermalMap(counts, facts.widthPx, facts.heightPx);
    if (map === undefined) return refuse('VIDEO_UNAVAILABLE.noPicture', { stream: id });
    return ok(
      format === 'tiff' ? radiometricTiff(map, facts) : jpegWithFacts(radiometricJpeg(jpeg, map, facts), facts),
    );
  }

  async #taken(id: string, isRadiometric: boolean): Promise<Result<TakenPicture>> {
    const { pictures, send, softwareVersion, streams } = this.#deps;
    const plan = streams.ready(id);
    if (!plan.ok) return plan;
    if (pictures.isFull) return refuse('STREAM_NOT_READY.manySnapshots');
    const scene = this.#deps.scene?.();
    const seen = scene === undefined ? {} : { scene };
    const taken = await pictures.ask((requestId) =>
      send({ kind: 'snapshot', id: requestId, streamId: id, isRadiometric, ...seen }),
    );
    if (taken?.kind !== 'snapshot') return refuse('VIDEO_UNAVAILABLE.noPicture', { stream: id });
    const facts = streams.facts(plan.value, taken.state, softwareVersion(), scene && exposureOfScene(scene));
    return ok({ ...taken, facts });
  }

  /** A JPEG made small, at most 20 kB. @throws without a media process, or for what is no picture */
  async thumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
    const { pictures, send } = this.#deps;
    const made = await pictures.ask((id) => send({ kind: 'thumbnail', id, jpeg }));
    if (made?.kind !== 'thumbnail') throw new Error('no thumbnail was made of it');
    return made.jpeg;
  }
}
