import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import type { StreamControls } from '@kitestring/video-process/source';
import { type StreamPlan, streamPlans } from '@kitestring/video-process/stream-plan.ts';

const DEFAULT_PALETTE: ThermalColorPalette = 'WhiteHot';

/** Settings of the attached camera's streams. Another camera starts with its own. */
export class CameraStreams {
  readonly model: CameraModel;
  readonly #plans: readonly StreamPlan[];
  readonly #asItIs: (plan: StreamPlan) => StreamPlan | undefined;
  readonly #controls: Map<string, StreamControls>;
  #version = 0;

  /** @param asItIs properties of a stream with a real camera, undefined where there is none; may change at any time */
  constructor(model: CameraModel, asItIs: (plan: StreamPlan) => StreamPlan | undefined = (plan) => plan) {
    this.model = model;
    this.#plans = streamPlans(model);
    this.#asItIs = asItIs;
    this.#controls = new Map(this.plans.map((plan) => [plan.id, initialControls(plan)]));
  }

  get plans(): readonly StreamPlan[] {
    return this.#plans.flatMap((plan) => this.#asItIs(plan) ?? []);
  }

  /** Increments with each change. */
  get version(): number {
    return this.#version;
  }

  plan(id: string): StreamPlan | undefined {
    return this.plans.find((plan) => plan.id === id);
  }

  controls(plan: StreamPlan): StreamControls {
    return this.#controls.get(plan.id) ?? initialControls(plan);
  }

  set(plan: StreamPlan, change: Partial<StreamControls>): void {
    this.#controls.set(plan.id, { ...this.controls(plan), ...change });
    this.#version += 1;
  }
}

const initialControls = ({ isReal, lens: { type, zoomMin } }: StreamPlan): StreamControls =>
  type === 'Thermal' && !isReal ? { zoom: zoomMin, palette: DEFAULT_PALETTE } : { zoom: zoomMin };
