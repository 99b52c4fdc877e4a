import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Response of a vessel to a regular wave, per metre of wave amplitude. */
export interface WaveResponse {
  /** Encounter frequency, rad/s; negative where the vessel overtakes the wave. */
  readonly encounterRadps: number;
  /** Metres up, with the crest. */
  readonly heave: number;
  /** Radians bow up, a quarter of a period after the crest. */
  readonly pitch: number;
  /** Radians starboard down: with the crest, and a quarter of a period after it. */
  readonly roll: number;
  readonly rollLate: number;
  /** Metres ahead and to starboard, a quarter of a period after the crest. */
  readonly surge: number;
  readonly sway: number;
  /** Radians bow to starboard, with the crest. */
  readonly yaw: number;
}

/**
 * Half hull length in radians of the wave below which its length does not matter, and the closed forms would divide by
 * 0.
 */
const LEAST_PHASE = 1e-4;
/** Lower bound of the encounter frequency, as a share of the wave's own frequency. */
const LEAST_ENCOUNTER = 1e-3;

/**
 * The motion of a vessel in a regular wave of deep water. Heave and pitch: closed forms for a box-shaped hull of Jensen,
 * Mansour and Olsen, Ocean Engineering 31 (2004) 61-85. Roll: the uncoupled equation of motion, driven by the effective
 * slope of the wave (Lloyd, Seakeeping, 1989). Surge, sway and yaw: the water's own orbit, averaged over the hull
 * (Froude and Krylov). Phases are those of waves that are long against the hull.
 * @param frequencyRadps of the wave in still water, more than 0
 * @param towards direction of the waves against the bow, radians clockwise: 0 from astern, pi from ahead
 */
export function waveResponse(
  vessel: SimulatorParameters['vessel'],
  frequencyRadps: number,
  towards: number,
  speedMps: number,
): WaveResponse {
  const { lengthM, draughtM, rollSlopeShare } = vessel;
  const waveNumber = frequencyRadps ** 2 / GRAVITY_MPS2;
  const ahead = Math.cos(towards);
  const across = Math.sin(towards);
  const encounterRadps = frequencyRadps - waveNumber * speedMps * ahead;
  const phase = Math.max(LEAST_PHASE, Math.abs(waveNumber * ahead * lengthM) / 2);
  const mean = Math.sin(phase) / phase;
  const slope = (3 * (mean - Math.cos(phase))) / phase ** 2;
  const depth = Math.exp(-Math.abs(waveNumber * ahead) * draughtM);
  const orbit = Math.exp((-waveNumber * draughtM) / 2);
  const vertical = verticalGain(vessel, waveNumber, encounterRadps / frequencyRadps) * depth;
  const roll = rollGain(vessel, encounterRadps);
  const heeling = rollSlopeShare * waveNumber * across * mean * depth;
  return {
    encounterRadps,
    heave: vertical * mean,
    pitch: vertical * slope * waveNumber * ahead,
    roll: heeling * roll.late,
    rollLate: -heeling * roll.inPhase,
    surge: orbit * mean * ahead,
    sway: orbit * mean * across,
    yaw: -orbit * slope * waveNumber * ahead * across,
  };
}

/** Excitation and response of heave, equal to those of pitch: Jensen's f times eta. */
function verticalGain(vessel: SimulatorParameters['vessel'], waveNumber: number, encounterShare: number): number {
  const { beamM, blockCoefficient, draughtM } = vessel;
  const share = Math.max(LEAST_ENCOUNTER, Math.abs(encounterShare));
  const beam = waveNumber * beamM * blockCoefficient;
  const draught = waveNumber * draughtM;
  const radiation = 2 * Math.sin((beam * share ** 2) / 2) * Math.exp(-draught * share ** 2);
  const damping = radiation ** 2 / beam;
  const excitation = Math.hypot(1 - draught, damping / share ** 3);
  return excitation / Math.hypot(1 - 2 * draught * share ** 2, damping / share ** 2);
}

/**
 * Second-order response at a frequency: the part in phase with the excitation, and the part a quarter period behind.
 */
function rollGain({ rollPeriodS, rollDamping }: SimulatorParameters['vessel'], encounterRadps: number) {
  const ratio = (encounterRadps * rollPeriodS) / (2 * Math.PI);
  const stiffness = 1 - ratio ** 2;
  const damping = 2 * rollDamping * ratio;
  const size = stiffness ** 2 + damping ** 2;
  return { inPhase: stiffness / size, late: damping / size };
}
