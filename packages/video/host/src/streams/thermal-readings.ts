import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import {
  ASSUMED_EMISSIVITY,
  type ThermalArea,
  type ThermalScale,
  type ThermalSpot,
} from '@kitestring/station-contract/station/thermal.ts';
import { temperatureErrorC } from '@kitestring/station-core/thermal/temperature-error.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import type { PictureBox, PictureState, SceneState, Temperatures } from '@kitestring/video-process/source';
import type { PictureRequests } from '../process/pending-replies.ts';
import type { KnownStreams } from './known-streams.ts';
import type { RadiometricFormat, StillPictures } from './still-pictures.ts';

interface ThermalReadingsDeps {
  readonly stills: Pick<StillPictures, 'radiometric'>;
  readonly streams: Pick<KnownStreams, 'find' | 'ready' | 'controls'>;
  readonly pictures: PictureRequests;
  /** Undefined with a real aircraft, whose cameras have no temperatures. */
  readonly scene: (() => SceneState) | undefined;
  readonly send: (message: ToMedia) => void;
  /** The newest picture of a stream with a viewer. */
  readonly pictureOf: (streamId: string) => PictureState | undefined;
}

/** Temperatures of a thermal stream. Only pictures that are made of temperatures have any: those of the simulation. */
export class ThermalReadings {
  readonly #deps: ThermalReadingsDeps;

  constructor(deps: ThermalReadingsDeps) {
    this.#deps = deps;
  }

  /** @param distanceM to what is there, where it is known */
  async spot(
    streamId: string,
    at: Pick<PictureBox, 'x' | 'y'>,
    distanceM: number | undefined,
  ): Promise<Result<ThermalSpot>> {
    const measured = await this.#measure(streamId, { ...at, width: 0, height: 0 });
    if (!measured.ok) return measured;
    const { meanC, timeUs } = measured.value;
    return ok({ ...head(streamId, timeUs, meanC, distanceM), temperature_c: roundTo(meanC, 1) });
  }

  async area(streamId: string, box: PictureBox, distanceM: number | undefined): Promise<Result<ThermalArea>> {
    const measured = await this.#measure(streamId, box);
    if (!measured.ok) return measured;
    const { highestAt, highestC, lowestAt, lowestC, meanC, timeUs } = measured.value;
    // The error of the one that is told worst.
    const farthestC = Math.abs(highestC - meanC) > Math.abs(lowestC - meanC) ? highestC : lowestC;
    return ok({
      ...head(streamId, timeUs, farthestC, distanceM),
      min_c: roundTo(lowestC, 1),
      max_c: roundTo(highestC, 1),
      mean_c: roundTo(meanC, 1),
      min_at: roundedPlace(lowestAt),
      max_at: roundedPlace(highestAt),
    });
  }

  /** A picture with the temperature of each pixel. */
  async image(streamId: string, format: RadiometricFormat): Promise<Result<Uint8Array>> {
    const plan = this.#thermal(streamId, this.#deps.streams.ready(streamId));
    return plan.ok ? this.#deps.stills.radiometric(streamId, format) : plan;
  }

  /** Which temperatures the colours of the picture that is watched stand for. */
  scale(streamId: string): Result<ThermalScale> {
    const plan = this.#thermal(streamId, this.#deps.streams.find(streamId));
    if (!plan.ok) return plan;
    const picture = this.#deps.pictureOf(streamId);
    const palette = picture?.palette ?? this.#deps.streams.controls(plan.value).palette ?? 'WhiteHot';
    if (picture?.range === undefined) return ok({ stream_id: streamId, palette });
    const { highC, lowC } = picture.range;
    return ok({
      stream_id: streamId,
      palette,
      time: formatTimestamp(picture.timeUs),
      low_c: roundTo(lowC, 2),
      high_c: roundTo(highC, 2),
    });
  }

  async #measure(streamId: string, box: PictureBox): Promise<Result<Temperatures & { readonly timeUs: number }>> {
    const plan = this.#thermal(streamId, this.#deps.streams.ready(streamId));
    if (!plan.ok) return plan;
    const { pictures, send } = this.#deps;
    if (pictures.isFull) return refuse('STREAM_NOT_READY.manySnapshots');
    const scene = this.#deps.scene?.();
    if (scene === undefined) return refuse('NO_TEMPERATURES.realCamera', { stream: streamId });
    const taken = await pictures.ask((id) => send({ kind: 'measure', id, streamId, scene, box }));
    if (taken?.kind !== 'measured') return refuse('VIDEO_UNAVAILABLE.noPicture', { stream: streamId });
    if (taken.temperatures.pixels === 0) return refuse('NO_TEMPERATURES.masked', { stream: streamId });
    return ok({ ...taken.temperatures, timeUs: scene.timeUs });
  }

  #thermal(streamId: string, plan: ReturnType<KnownStreams['find']>): ReturnType<KnownStreams['find']> {
    if (!plan.ok) return plan;
    if (plan.value.lens.type !== 'Thermal') return refuse('NO_TEMPERATURES.notThermal', { stream: streamId });
    return plan.value.isReal === true ? refuse('NO_TEMPERATURES.realCamera', { stream: streamId }) : plan;
  }
}

const head = (streamId: string, timeUs: number, temperatureC: number, distanceM: number | undefined) => ({
  stream_id: streamId,
  time: formatTimestamp(timeUs),
  error_c: roundTo(temperatureErrorC(temperatureC, distanceM), 1),
  emissivity: ASSUMED_EMISSIVITY,
  ...(distanceM !== undefined && { distance_m: roundTo(distanceM, 1) }),
});

const roundedPlace = ({ x, y }: Temperatures['lowestAt']) => ({ x: roundTo(x, 4), y: roundTo(y, 4) });
