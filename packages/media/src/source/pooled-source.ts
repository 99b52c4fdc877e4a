import type { EncodedSource } from '../access-unit.ts';
import type { StreamPlan } from '../stream-plan.ts';
import type { RenderView, StreamControls } from './scene-state.ts';
import type { SourceCounts } from './worker-source.ts';

/** One stream of the pool: synthetic, or of a real camera. */
export interface PooledSource extends EncodedSource {
  readonly plan: StreamPlan;
  readonly viewers: number;
  readonly isActive: boolean;
  readonly counts: SourceCounts;
  /** Frames that are made in a second now. */
  readonly paceFramesPerS: number;
  /** Its rate can be lowered on a machine that has too much to do. */
  readonly isGoverned: boolean;
  readonly controls: StreamControls;
  setControls(controls: StreamControls): void;
  /** Where the camera looks now. */
  setScene(scene: RenderView['scene']): void;
  /** @param divisor of its frame rate */
  setDivisor(divisor: number): void;
  /** Nothing more will come: everybody is told. */
  end(): void;
}
