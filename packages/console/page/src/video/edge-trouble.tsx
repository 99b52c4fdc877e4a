import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useEffect } from 'react';
import { useCameraControl, useControlPart } from '../camera/use-camera-control.ts';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './edge-trouble.module.css';

/** A refusal at the edge of the picture, which it does not cover. */
export function EdgeTrouble({ onClose, text }: { readonly text: string | undefined; readonly onClose: () => void }) {
  const words = useWords();
  return (
    <div className={styles.edge} data-shown={text !== undefined || undefined}>
      <Trouble text={text} />
      {text !== undefined && <CloseButton label={words.ui.close} onPress={onClose} />}
    </div>
  );
}

/** Long enough to read twice; the next refused command shows it again. */
const SHOWN_MS = 12_000;

/** Why the camera does not execute a command, in the station's words. */
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
