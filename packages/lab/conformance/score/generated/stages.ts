import type { Level } from '../../src/check.ts';
import type { GeneratedDefect } from './generated-defect.ts';

/**
 * Stages of judging a defect. A defect of a flight is first judged on the ground, then by the checks that only need a
 * flying Kite, and only if both find nothing by a whole flight.
 */
export const STAGES = ['ground', 'air', 'flight', 'control', 'read'] as const;
export type Stage = (typeof STAGES)[number];

export const firstStage = ({ level }: GeneratedDefect): Stage => (level === 'flight' ? 'ground' : level);

/** The stage after one that has found nothing. */
export const stageAfter = (stage: Stage): Stage | undefined =>
  stage === 'ground' ? 'air' : stage === 'air' ? 'flight' : undefined;

export const levelAt = (stage: Stage): Level => (stage === 'read' || stage === 'control' ? stage : 'flight');

/** Simultaneous runs per worker, because they mostly wait. */
export const AT_ONCE: Readonly<Record<Stage, number>> = { ground: 2, air: 1, flight: 1, control: 2, read: 4 };
