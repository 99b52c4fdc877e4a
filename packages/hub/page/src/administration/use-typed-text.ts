import { useState } from 'react';
import type { PageAction } from '../api/use-hub-action.ts';

/**
 * A text in a dialog. Its field also shows why the hub refused it, until it is edited.
 * @param missing error of an empty field
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
    /** An empty field was to be submitted. */
    markMissing: () => setIsMissing(true),
  };
}
