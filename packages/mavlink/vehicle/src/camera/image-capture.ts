import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { ACCEPTED, type OrderOutcome, refused, type VehicleOrder } from '../server/order.ts';

type Captured = FieldsToSend['CAMERA_IMAGE_CAPTURED'];

/** Images that are told again to a ground station that has missed one. */
const KEPT = 100;
const INTERVAL_S = { least: 1, most: 86_400 };

interface ImageCaptureDeps {
  readonly clock: Pick<Clock, 'nowUs'>;
  /** Takes an image. Accepted where there is one. */
  readonly shoot: () => Promise<OrderOutcome>;
  /** Where and when it was taken. */
  readonly describe: () => Omit<Captured, 'image_index' | 'capture_result'>;
  readonly send: (captured: Captured) => void;
}

interface Sequence {
  readonly intervalS: number;
  /** Infinity: until it is stopped. */
  readonly left: number;
  readonly dueUs: number;
}

/** Images of a camera: one by one, each once for an order that arrives twice, or a sequence at an interval. */
export class ImageCapture {
  readonly #deps: ImageCaptureDeps;
  readonly #kept = new Map<number, Captured>();
  #count = 0;
  /** Number of the last order for one image. */
  #order = 0;
  #sequence: Sequence | undefined;
  #isShooting = false;

  constructor(deps: ImageCaptureDeps) {
    this.#deps = deps;
  }

  /** For CAMERA_CAPTURE_STATUS. */
  get status() {
    const interval = this.#sequence === undefined ? 0 : 2;
    return {
      image_status: interval + (this.#isShooting ? 1 : 0),
      image_interval: this.#sequence?.intervalS ?? 0,
      image_count: this.#count,
    };
  }

  /** An image that was told before; undefined for one that does not exist, or is too old. */
  captured(index: number): Captured | undefined {
    return this.#kept.get(index);
  }

  /** IMAGE_START_CAPTURE. */
  async start({ params: [, intervalS, total, order] }: VehicleOrder): Promise<OrderOutcome> {
    if (!(total >= 0) || !Number.isInteger(total)) return refused('DENIED', 'Images are counted from 0, for all, or 1');
    if (total !== 1 && !(intervalS >= INTERVAL_S.least && intervalS <= INTERVAL_S.most)) {
      return refused('DENIED', `Images at an interval of ${INTERVAL_S.least} to ${INTERVAL_S.most} s`);
    }
    if (total === 1 && order > 0 && order === this.#order) return ACCEPTED;
    const outcome = await this.#shoot();
    if (!isAccepted(outcome)) return outcome;
    if (total === 1) this.#order = order;
    else {
      const dueUs = this.#deps.clock.nowUs() + intervalS * US_PER_S;
      this.#sequence = { intervalS, left: total === 0 ? Infinity : total - 1, dueUs };
    }
    return outcome;
  }

  /** IMAGE_STOP_CAPTURE. */
  stop(): OrderOutcome {
    this.#sequence = undefined;
    return ACCEPTED;
  }

  /** Called by the loop of the vehicle. */
  step(): void {
    const sequence = this.#sequence;
    const nowUs = this.#deps.clock.nowUs();
    if (sequence === undefined || nowUs < sequence.dueUs || this.#isShooting) return;
    const { intervalS, left } = sequence;
    // The next one an interval after this one was due, unless the loop stood still.
    const dueUs = Math.max(sequence.dueUs, nowUs - intervalS * US_PER_S) + intervalS * US_PER_S;
    this.#sequence = left > 1 ? { intervalS, left: left - 1, dueUs } : undefined;
    void this.#shoot();
  }

  /** Takes one image, and tells it; one that failed is told, too, under the number that the next one gets. */
  async #shoot(): Promise<OrderOutcome> {
    this.#isShooting = true;
    const outcome = await this.#deps.shoot();
    this.#isShooting = false;
    const hasFailed = !isAccepted(outcome);
    const captured = { ...this.#deps.describe(), image_index: this.#count, capture_result: hasFailed ? 0 : 1 };
    if (!hasFailed) {
      this.#kept.delete(this.#count - KEPT);
      this.#kept.set(this.#count, captured);
      this.#count += 1;
    }
    this.#deps.send(captured);
    return outcome;
  }
}

const isAccepted = (outcome: OrderOutcome): boolean => outcome !== 'Silent' && outcome.result === MAV_RESULT.ACCEPTED;
