import type { AccessUnit } from '../../src/access-unit.ts';
import type { CameraLinkState } from '../../src/ingest/camera-link-state.ts';
import { CameraSource, type CameraSourceOptions } from '../../src/ingest/camera-source.ts';
import { RealClock } from '../../src/rtsp/real-clock.ts';
import { type StreamPlan, streamPlans } from '../../src/stream-plan.ts';

const [PLAN] = streamPlans('Camera 1st Generation') as readonly [StreamPlan];

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/** A camera that is lost stays so, and none is lost by itself: what happens is what a test makes happen. */
export const PATIENT = {
  limits: {
    connectMs: NEVER_MS,
    answerMs: NEVER_MS,
    firstPictureMs: NEVER_MS,
    keyFrameMs: NEVER_MS,
    silenceMs: NEVER_MS,
    retryMs: { first: NEVER_MS, most: NEVER_MS, hopeless: NEVER_MS },
  },
};

/** A stream of a camera with a viewer, and all its messages. */
export class WatchedCamera implements Disposable {
  readonly source: CameraSource;
  readonly states: CameraLinkState[] = [];
  readonly units: AccessUnit[] = [];
  ends = 0;
  #wake = () => {};

  constructor(url: string, options: Partial<CameraSourceOptions> & { readonly checksCertificate?: boolean } = {}) {
    const { checksCertificate = true, ...others } = options;
    this.source = new CameraSource({
      plan: PLAN,
      target: { url, checksCertificate },
      controls: { zoom: 1 },
      clock: new RealClock(),
      stationUs: (realTimeMs) => realTimeMs * 1000,
      onState: (state) => {
        this.states.push(state);
        this.#wake();
      },
      onUnit: () => {},
      onDemand: () => {},
      onTrouble: () => {},
      ...others,
    });
    this.watch();
  }

  watch(): void {
    this.source.attach({
      onAccessUnit: (unit) => {
        this.units.push(unit);
        this.#wake();
      },
      onEnd: () => {
        this.ends += 1;
        this.#wake();
      },
    });
  }

  /** Why it is lost; undefined while it is not. */
  get reason(): string | undefined {
    const last = this.states.at(-1);
    return last?.state === 'lost' ? last.reason : undefined;
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  [Symbol.dispose](): void {
    this.source.end();
  }
}
