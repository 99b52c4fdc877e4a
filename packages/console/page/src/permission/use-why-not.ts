import { useControl } from '../handoff/use-control.ts';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useIsLost } from '../station/use-loss.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useStage } from '../video/use-stage.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { type ControlUse, type Seat, type WhyNot, whyNot } from './why-not.ts';

/** Why a control for this use is disabled now; undefined while it is enabled. */
export const useWhyNot = (use: ControlUse): WhyNot | undefined => whyNot(use, useSeat());

/** The same in one line. */
export function useWhyNotText(use: ControlUse): string | undefined {
  const words = useWords();
  const why = useWhyNot(use);
  return why && whyNotText(why, words);
}

export const whyNotText = (why: WhyNot, { permission }: Words): string =>
  why.kind === 'otherInControl' ? permission.otherInControl(why.name) : permission[why.kind];

function useSeat(): Seat {
  const { facts, signedIn } = useStation();
  const { mayFly, scopes } = signedIn;
  const { inControl } = useControl();
  const isStale = useIsStale();
  const isKiteLost = useIsLost('kite');
  const online = useTopicPart('camera/state', ({ online_state }) => online_state);
  const { streams } = useStage();
  const seen = online === undefined ? undefined : online === 'Online' ? 'online' : 'off';
  return {
    scopes,
    isReplay: facts.isReplay,
    mayFly,
    isStale,
    isKiteLost,
    otherInControl: inControl?.kind === 'other' ? inControl.name : undefined,
    // A station without video has no list of streams either, and its camera can be aimed.
    camera: seen !== 'online' && streams?.length === 0 ? 'none' : seen,
  };
}
