import { useState } from 'react';
import type { PageAction } from '../api/use-hub-action.ts';

/**
 * A text that is typed into a dialog. Its field also says why the hub refused it, until something else is typed.
 * @param missing what the field says when it was sent empty
 */
export function useTypedText(action: PageAction, missing?: string, first = '') {
  const [value, setValue] = useState(first);
  const [isMissing, setIsMissing] = useState(false);
  return {
    text: value.trim(),
    field: {
      value,
      trouble: isMissing ? missing : action.atField,
      onChange: (typed: string) => {
        setValue(typed);
        setIsMissing(false);
        action.clear();
      },
    },
    /** When nothing was typed, and it was to be sent. */
    markMissing: () => setIsMissing(true),
  };
}
