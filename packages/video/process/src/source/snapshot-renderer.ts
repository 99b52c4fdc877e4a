import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import { loadNativeCodecs, type NativeCodecs } from '../encode/native-codecs.ts';
import { streamPlans } from '../stream-plan.ts';
import { ANY_VIEW } from './any-view.ts';
import { makeRenderer } from './make-renderer.ts';
import { applyLook } from './picture-look.ts';
import type { Renderer } from './renderer.ts';
import type { RenderView } from './scene-state.ts';
import type { Snapshot, SnapshotSetup } from './snapshot-messages.ts';
import type { PictureBox, Temperatures } from './temperatures.ts';

interface StreamSnapshotter {
  readonly renderer: Renderer;
  readonly jpeg: JpegEncoder;
  readonly frame: YuvFrame;
}

/** Takes single pictures of all streams of a camera. */
export class SnapshotRenderer {
  readonly #setup: SnapshotSetup;
  readonly #codecs: NativeCodecs;
  readonly #lenses = new Map<string, Promise<StreamSnapshotter>>();

  private constructor(setup: SnapshotSetup, codecs: NativeCodecs) {
    this.#setup = setup;
    this.#codecs = codecs;
  }

  static async open(setup: SnapshotSetup): Promise<SnapshotRenderer> {
    return new SnapshotRenderer(setup, await loadNativeCodecs());
  }

  /**
   * Warm-up: takes an unused picture of each stream, so that the first requested one is as fast as later ones. A
   * request in the meantime waits for at most one picture.
   */
  async warmUp(): Promise<void> {
    const { cameraModel, realIds } = this.#setup;
    const synthetic = streamPlans(cameraModel).filter(({ id }) => !realIds.includes(id));
    for (const { id } of synthetic) {
      for (let turn = 0; turn < 2; turn += 1) {
        await this.take(id, ANY_VIEW);
        await nextTurn();
      }
    }
  }

  /** @throws for an unknown stream, EncoderFault */
  async take(streamId: string, view: RenderView, isRadiometric = false): Promise<Snapshot> {
    const { renderer, frame, jpeg: encoder } = await this.#lens(streamId);
    const { reported: pose, timeUs } = view.scene;
    const rtpTime = Math.round((performance.timeOrigin + performance.now()) * 90);
    renderer.render(view, frame);
    if (view.look !== undefined) applyLook(frame, view.look);
    const jpeg = encoder.encode(frame);
    const palette = view.palette === undefined ? {} : { palette: view.palette };
    const state = { rtpTime, timeUs, pose, zoom: view.zoom, ...palette };
    const counts = isRadiometric ? renderer.counts?.(view) : undefined;
    return { jpeg, state, ...(counts !== undefined && { counts: new Uint8Array(counts.buffer) }) };
  }

  /** Temperatures in the picture of a stream. @throws for a colour stream */
  async measure(streamId: string, view: RenderView, box: PictureBox): Promise<Temperatures> {
    const { renderer } = await this.#lens(streamId);
    if (renderer.measure === undefined) throw new Error(`${streamId} has no temperatures`);
    return renderer.measure(view, box);
  }

  #lens(streamId: string): Promise<StreamSnapshotter> {
    const known = this.#lenses.get(streamId);
    if (known !== undefined) return known;
    const lens = this.#makeLens(streamId);
    this.#lenses.set(streamId, lens);
    lens.catch(() => this.#lenses.delete(streamId));
    return lens;
  }

  async #makeLens(streamId: string): Promise<StreamSnapshotter> {
    const { cameraModel, realIds, seed, textures } = this.#setup;
    const plan = streamPlans(cameraModel).find(({ id }) => id === streamId && !realIds.includes(id));
    if (plan === undefined) throw new Error(`there is no stream ${streamId}`);
    const size = { widthPx: plan.lens.frameWidth, heightPx: plan.lens.frameHeight };
    const renderer = makeRenderer({ cameraModel, streamId, seed, textures });
    const jpeg = await JpegEncoder.open(this.#codecs, size);
    return { renderer, jpeg, frame: makeFrame(size.widthPx, size.heightPx) };
  }
}
