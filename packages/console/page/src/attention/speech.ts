import { useMedia } from '@kitestring/console-ui/use-media.ts';
import { usePreferences } from '../preferences/preferences.tsx';

/** A tablet or a phone; at a desk other people hear it too. */
const TOUCHED = '(hover: none) and (pointer: coarse)';

export const canSpeak = (): boolean => 'speechSynthesis' in globalThis;

/** Whether alarms are spoken: by choice, otherwise on devices that are touched. */
export function useIsSpoken(): boolean {
  const isTouched = useMedia(TOUCHED);
  const { isSpoken } = usePreferences().preferences;
  return canSpeak() && (isSpoken ?? isTouched);
}
