import { useEffect } from 'react';
import { useCameraControl, useControlPart } from '../camera/use-camera-control.ts';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';
import { EdgeTrouble } from './edge-trouble.tsx';

/** Long enough to read twice; the next order that is refused says it again. */
const SHOWN_MS = 12_000;

/** Why the camera does not do what was asked, in the station's own words. */
export function CameraTrouble() {
  const words = useWords();
  const control = useCameraControl();
  const trouble = useControlPart((now) => now.trouble);
  useEffect(() => {
    if (trouble === undefined) return;
    const timer = setTimeout(() => control.forgetTrouble(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [control, trouble]);
  const text = trouble === undefined ? undefined : troubleText(trouble, words);
  return <EdgeTrouble text={text} onClose={() => control.forgetTrouble()} />;
}
