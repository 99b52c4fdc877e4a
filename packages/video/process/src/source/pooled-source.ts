import type { EncodedSource } from '../access-unit.ts';
import type { StreamPlan } from '../stream-plan.ts';
import type { TruthWish } from './frame-truth.ts';
import type { RenderView, StreamControls } from './scene-state.ts';
import type { SourceCounts } from './worker-source.ts';

/** One stream of the pool, synthetic or of a real camera. */
export interface PooledSource extends EncodedSource {
  readonly plan: StreamPlan;
  readonly viewers: number;
  readonly isActive: boolean;
  readonly counts: SourceCounts;
  /** Current frame rate. */
  readonly paceFramesPerS: number;
  /** Whether its rate can be lowered on a busy machine. */
  readonly isGoverned: boolean;
  readonly controls: StreamControls;
  setControls(controls: StreamControls): void;
  /** Updates the scene. */
  setScene(scene: RenderView['scene']): void;
  /** @param divisor of its frame rate */
  setDivisor(divisor: number): void;
  /** Whether its pictures are to come with the objects in them; no effect for a real camera. */
  setTruth(wish: TruthWish | undefined): void;
  /** Ends the stream and informs all consumers. */
  end(): void;
}
