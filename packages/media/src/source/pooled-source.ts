import type { EncodedSource } from '../access-unit.ts';
import type { StreamPlan } from '../stream-plan.ts';
import type { StreamControls, View } from './scene-state.ts';
import type { SourceCounts } from './worker-source.ts';

/** One stream of the pool, whether its pictures are drawn here or come from a real camera. */
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
  setScene(scene: View['scene']): void;
  /** @param divisor of its frame rate */
  setDivisor(divisor: number): void;
  /** Nothing more will come: everybody is told. */
  end(): void;
}
