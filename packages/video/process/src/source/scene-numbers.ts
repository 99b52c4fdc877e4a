import { MOTION_NUMBERS } from '@kitestring/video-scene/camera/motion.ts';
import { CONDITION_NUMBERS } from '@kitestring/video-scene/render/conditions.ts';
import type { SceneState } from './scene-state.ts';

/** A scene as numbers in a fixed order: it is sent for each picture, and an object would take several times as long. */
export type SceneNumbers = Float64Array;

/** More than the tones and the points of the tether of any scene. */
export const SCENE_MAX_NUMBERS = 512;
/** Length of a list that is absent. */
const ABSENT = -1;

const MOMENT = ['timeUs', 'realTimeMs', 'speed'] as const;
const POINT = ['eastM', 'northM', 'upM'] as const;
const POINTING = ['panDeg', 'tiltDeg', 'rollDeg'] as const;
const TONE = ['frequencyHz', 'turns', ...POINTING] as const;

type Numbers<Name extends string> = Readonly<Record<Name, number>>;

const written = new Float64Array(SCENE_MAX_NUMBERS);

/** @returns memory that the next call writes again. @throws RangeError for a scene of too many numbers */
export function sceneNumbers(scene: SceneState): SceneNumbers {
  const { conditions, motion, pose, reported } = scene;
  let at = 0;
  const put = <Name extends string>(of: Numbers<Name>, names: readonly Name[]) => {
    for (const name of names) written[at++] = of[name];
  };
  const putAll = <Name extends string>(list: readonly Numbers<Name>[] | undefined, names: readonly Name[]) => {
    written[at++] = list?.length ?? ABSENT;
    for (const each of list ?? []) put(each, names);
  };
  put(scene, MOMENT);
  put(pose, POINT);
  put(pose, POINTING);
  put(reported, POINTING);
  put(motion, MOTION_NUMBERS);
  put(conditions, CONDITION_NUMBERS);
  put({ rainMmph: conditions.rainMmph ?? Number.NaN }, ['rainMmph']);
  putAll(motion.vibration, TONE);
  putAll(conditions.tether, POINT);
  if (at > SCENE_MAX_NUMBERS) throw new RangeError(`a scene has at most ${SCENE_MAX_NUMBERS} numbers, got ${at}`);
  return written.subarray(0, at);
}

/** The scene of `sceneNumbers`; numbers behind it do not matter. */
export function readScene(numbers: SceneNumbers): SceneState {
  let at = 0;
  const next = (): number => numbers[at++] ?? Number.NaN;
  const take = <Name extends string>(names: readonly Name[]): Numbers<Name> => {
    const taken = {} as Record<Name, number>;
    for (const name of names) taken[name] = next();
    return taken;
  };
  const takeAll = <Name extends string>(names: readonly Name[]): Numbers<Name>[] | undefined => {
    const count = next();
    return count === ABSENT ? undefined : Array.from({ length: count }, () => take(names));
  };
  const moment = take(MOMENT);
  const pose = { ...take(POINT), ...take(POINTING) };
  const reported = take(POINTING);
  const motion = take(MOTION_NUMBERS);
  const weather = take(CONDITION_NUMBERS);
  const rainMmph = next();
  const vibration = takeAll(TONE) ?? [];
  const tether = takeAll(POINT);
  return {
    ...moment,
    pose,
    reported,
    motion: { ...motion, vibration },
    conditions: { ...weather, ...(!Number.isNaN(rainMmph) && { rainMmph }), ...(tether !== undefined && { tether }) },
  };
}
