import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Deck } from './airframe.ts';
import type { RigidBody, TotalLoad } from './rigid-body.ts';

/** Compression of the feet under the weight, metres. Assumed. */
const SAG_M = 0.004;
/** Damping of the feet, as a share of critical. Assumed. */
const DAMPING = 0.6;
/** Stiffness along the ground relative to that across it. */
const SIDEWAYS_SHARE = 0.8;
/** Greatest phase and greatest loss of a contact in one step: limits of stability, with a margin. */
const MOST_PHASE2 = 0.1;
const MOST_LOSS = 0.3;
/** Longest step, seconds. */
const LONGEST_STEP_S = 0.0025;
/** Feet stand at this share of the arm. Assumed. */
const FEET_SHARE = 0.7;

interface ContactPoint {
  readonly forwardM: number;
  readonly rightM: number;
  readonly downM: number;
  /** Where it sticks, relative to the deck; only while it touches. */
  anchorEastM: number;
  anchorNorthM: number;
  isTouching: boolean;
}

/**
 * Contact with the ground as forces: four feet below, and the ends of the arms, on which a capsized body lies. Each is a
 * damped spring across the ground and sticks along it up to its friction.
 */
export class GroundContact {
  readonly #points: readonly ContactPoint[];
  readonly #friction: number;
  readonly #deckRadiusM: number;
  readonly #springNPerM: number;
  readonly #dampingNsPerM: number;
  /** Height of the ground relative to the centre of mass of a body that stands on it. */
  readonly groundUpM: number;
  /** Force up, newton; 0 in the air. */
  supportN = 0;

  constructor({ kite, rotor, tether }: SimulatorParameters) {
    const { armM, aboveGroundM, leanInertiaKgM2 } = rotor;
    const feetM = FEET_SHARE * armM;
    // The discs are a fifth of their height above the centre of mass.
    const footDownM = 0.8 * aboveGroundM;
    this.#points = [45, 135, -135, -45].flatMap((deg) => [
      pointAt(deg, feetM, footDownM),
      pointAt(deg, armM, footDownM - aboveGroundM),
    ]);
    this.#friction = kite.groundFriction;
    this.#deckRadiusM = tether.catchRadiusM;
    const lightestKg = Math.min(kite.massKg / 4, leanInertiaKgM2 / (2 * armM * armM));
    const stiffNPerM = (MOST_PHASE2 * lightestKg) / LONGEST_STEP_S ** 2;
    this.#springNPerM = Math.min((kite.massKg * GRAVITY_MPS2) / (4 * SAG_M), stiffNPerM);
    const criticalNsPerM = 2 * Math.sqrt((this.#springNPerM * kite.massKg) / 4);
    this.#dampingNsPerM = Math.min(DAMPING * criticalNsPerM, (MOST_LOSS * lightestKg) / LONGEST_STEP_S);
    this.groundUpM = (kite.massKg * GRAVITY_MPS2) / (4 * this.#springNPerM) - footDownM;
  }

  get isTouching(): boolean {
    return this.supportN > 0;
  }

  /** Adds the forces of all points that touch. */
  add(body: RigidBody, deck: Deck, load: TotalLoad): void {
    this.supportN = 0;
    // Far above the ground no point needs a look.
    const reachM = -this.groundUpM + this.#deckRadiusM;
    if (body.upM - deck.upM > reachM && body.upM > reachM) {
      for (const point of this.#points) point.isTouching = false;
      return;
    }
    for (const point of this.#points) this.#press(point, body, deck, load);
  }

  #press(point: ContactPoint, body: RigidBody, deck: Deck, load: TotalLoad): void {
    const { forwardM, rightM, downM } = point;
    const m = body.attitude.toNed;
    const across = (row: number) => m[row]! * forwardM + m[row + 1]! * rightM + m[row + 2]! * downM;
    const [armNorthM, armEastM, armUpM] = [across(0), across(3), -across(6)];
    const eastM = body.eastM + armEastM;
    const northM = body.northM + armNorthM;
    const isOnDeck = Math.hypot(eastM - deck.eastM, northM - deck.northM) <= this.#deckRadiusM;
    const depthM = this.groundUpM + (isOnDeck ? deck.upM : 0) - (body.upM + armUpM);
    if (depthM <= 0) {
      point.isTouching = false;
      return;
    }
    // Velocity of the point: that of the body, and its turning.
    const turn = {
      forward: body.pitchRps * downM - body.yawRps * rightM,
      right: body.yawRps * forwardM - body.rollRps * downM,
      down: body.rollRps * rightM - body.pitchRps * forwardM,
    };
    const turned = (row: number) => m[row]! * turn.forward + m[row + 1]! * turn.right + m[row + 2]! * turn.down;
    const deckEast = isOnDeck ? deck.eastMps : 0;
    const deckNorth = isOnDeck ? deck.northMps : 0;
    const east = body.eastMps + turned(3) - deckEast;
    const north = body.northMps + turned(0) - deckNorth;
    const up = body.upMps - turned(6) - (isOnDeck ? deck.upMps : 0);
    const upN = Math.max(0, this.#springNPerM * depthM - this.#dampingNsPerM * up);
    const originEastM = isOnDeck ? deck.eastM : 0;
    const originNorthM = isOnDeck ? deck.northM : 0;
    const grip = this.#hold(point, eastM - originEastM, northM - originNorthM, east, north, upN);
    this.supportN += upN;
    load.eastN += grip.eastN;
    load.northN += grip.northN;
    load.upN += upN;
    addMoment(body, point, grip.northN, grip.eastN, -upN, load);
  }

  /** Sticks where it touched first; beyond its friction it slides and takes its anchor along. */
  #hold(point: ContactPoint, eastM: number, northM: number, east: number, north: number, upN: number) {
    if (!point.isTouching) {
      point.isTouching = true;
      point.anchorEastM = eastM;
      point.anchorNorthM = northM;
    }
    const springNPerM = SIDEWAYS_SHARE * this.#springNPerM;
    let eastN = springNPerM * (point.anchorEastM - eastM) - this.#dampingNsPerM * east;
    let northN = springNPerM * (point.anchorNorthM - northM) - this.#dampingNsPerM * north;
    const wantedN = Math.sqrt(eastN * eastN + northN * northN);
    const mostN = this.#friction * upN;
    if (wantedN > mostN) {
      const share = mostN / wantedN;
      eastN *= share;
      northN *= share;
      point.anchorEastM = eastM + eastN / springNPerM;
      point.anchorNorthM = northM + northN / springNPerM;
    }
    return { eastN, northN };
  }
}

/** Moment of a force at a point of the body, about its axes. */
export function addMoment(
  body: RigidBody,
  { forwardM, rightM, downM }: { readonly forwardM: number; readonly rightM: number; readonly downM: number },
  northN: number,
  eastN: number,
  downN: number,
  load: TotalLoad,
): void {
  const force = body.attitude.toBody(northN, eastN, downN);
  load.rollNm += rightM * force.down - downM * force.right;
  load.pitchNm += downM * force.forward - forwardM * force.down;
  load.yawNm += forwardM * force.right - rightM * force.forward;
}

function pointAt(deg: number, radiusM: number, downM: number): ContactPoint {
  const rad = (deg * Math.PI) / 180;
  return {
    forwardM: radiusM * Math.cos(rad),
    rightM: radiusM * Math.sin(rad),
    downM,
    anchorEastM: 0,
    anchorNorthM: 0,
    isTouching: false,
  };
}
