import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { AirAround, Airframe, AirframeState, Deck, MotorCommand, OutsideLoad } from './airframe.ts';
import { addMoment, GroundContact } from './ground-contact.ts';
import { type FrameName, rotors } from './motor-frame.ts';
import { Motors } from './motors.ts';
import { RigidBody, type TotalLoad } from './rigid-body.ts';

/** In the air is a body that has not touched for so long, seconds, and is that high, metres: feet bounce. */
const BOUNCE_S = 0.1;
const BOUNCE_M = 0.05;

/** A rigid multirotor: rotors, drag, tether, contact with the ground. */
export class Multirotor implements Airframe {
  readonly body: RigidBody;
  readonly motors: Motors;
  readonly contact: GroundContact;
  readonly #kite: SimulatorParameters['kite'];
  readonly #attachment: { readonly forwardM: number; readonly rightM: number; readonly downM: number };
  readonly #yawDampingNms: number;
  readonly #load: TotalLoad = { eastN: 0, northN: 0, upN: 0, rollNm: 0, pitchNm: 0, yawNm: 0, addedKg: 0 };
  #untouchedS = 0;
  #isOnGround = true;
  #steps = 0;
  #forward = 0;
  #right = 0;
  #down = 0;

  /** Stands on the ground, its nose in the direction of the cradle. @param parameters those for this frame */
  constructor(frame: FrameName, parameters: SimulatorParameters, random: RandomStream) {
    const { airframe, kite, rotor, site } = parameters;
    const { leanInertiaKgM2: leanKgM2 } = rotor;
    this.#kite = kite;
    this.body = new RigidBody({
      massKg: kite.massKg,
      rollKgM2: leanKgM2,
      pitchKgM2: leanKgM2,
      yawKgM2: kite.yawInertiaKgM2,
    });
    this.motors = new Motors(rotors(frame, rotor.armM), rotor, random);
    this.contact = new GroundContact(parameters);
    this.#attachment = { forwardM: 0, rightM: 0, downM: airframe.attachmentBelowM };
    // The rotors' drag, at the ends of the arms.
    this.#yawDampingNms = kite.linearDragNsPerM * rotor.armM * rotor.armM;
    this.body.attitude.stand((site.cradleHeadingDeg * Math.PI) / 180);
  }

  get state(): AirframeState {
    const { attitude, eastM, northM, upM, eastMps, northMps, upMps, rollRps, pitchRps, yawRps, specificForce } =
      this.body;
    const steps = this.#steps;
    const mean =
      steps === 0
        ? specificForce
        : { forward: this.#forward / steps, right: this.#right / steps, down: this.#down / steps };
    return {
      eastM,
      northM,
      upM,
      eastMps,
      northMps,
      upMps,
      quaternion: attitude.quaternion,
      rates: { forward: rollRps, right: pitchRps, down: yawRps },
      specificForce: mean,
    };
  }

  get isOnGround(): boolean {
    return this.#isOnGround;
  }

  /** A frame of the autopilot begins: the accelerometer averages from here. */
  startFrame(): void {
    this.#steps = 0;
    this.#forward = 0;
    this.#right = 0;
    this.#down = 0;
  }

  step(
    stepS: number,
    command: MotorCommand,
    isPowered: boolean,
    air: AirAround,
    outside: OutsideLoad,
    deck: Deck,
  ): void {
    const { body, contact, motors } = this;
    const load = this.#load;
    motors.step(stepS, command, isPowered);
    load.addedKg = outside.addedKg;
    this.#thrust(load);
    this.#drag(air, load);
    this.#pull(outside, load);
    contact.add(body, deck, load);
    body.step(stepS, load);
    this.#lookForGround(stepS, deck);
    const { forward, right, down } = body.specificForce;
    this.#steps += 1;
    this.#forward += forward;
    this.#right += right;
    this.#down += down;
  }

  #lookForGround(stepS: number, deck: Deck): void {
    this.#untouchedS = this.contact.isTouching ? 0 : this.#untouchedS + stepS;
    if (this.#untouchedS === 0) this.#isOnGround = true;
    else if (this.#untouchedS >= BOUNCE_S && this.body.upM - deck.upM > BOUNCE_M) this.#isOnGround = false;
  }

  #thrust(load: TotalLoad): void {
    const { body, motors } = this;
    const m = body.attitude.toNed;
    const { totalN } = motors;
    load.northN = -totalN * m[2]!;
    load.eastN = -totalN * m[5]!;
    load.upN = totalN * m[8]!;
    load.rollNm = motors.rollNm - motors.rollDampingNms * body.rollRps;
    load.pitchNm = motors.pitchNm - motors.pitchDampingNms * body.pitchRps;
    load.yawNm = motors.yawNm - this.#yawDampingNms * body.yawRps;
  }

  /** As of the Kite: linear and quadratic, the same from all sides. */
  #drag(air: AirAround, load: TotalLoad): void {
    const { body } = this;
    const { dragAreaM2, linearDragNsPerM } = this.#kite;
    const east = body.eastMps - air.eastMps;
    const north = body.northMps - air.northMps;
    const up = body.upMps - air.upMps;
    const speed = Math.sqrt(east * east + north * north + up * up);
    const perSpeed = linearDragNsPerM + 0.5 * air.densityKgPerM3 * dragAreaM2 * speed;
    load.eastN -= perSpeed * east;
    load.northN -= perSpeed * north;
    load.upN -= perSpeed * up;
  }

  #pull({ eastN, northN, upN, clockwiseNm }: OutsideLoad, load: TotalLoad): void {
    const { body } = this;
    load.eastN += eastN;
    load.northN += northN;
    load.upN += upN;
    addMoment(body, this.#attachment, northN, eastN, -upN, load);
    const turn = body.attitude.toBody(0, 0, clockwiseNm);
    load.rollNm += turn.forward;
    load.pitchNm += turn.right;
    load.yawNm += turn.down;
  }
}
