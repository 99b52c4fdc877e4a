import { useState } from 'react';
import { TextField } from '../kit/text-field.tsx';
import { useWords } from '../words/words-context.tsx';
import { NAME_MAX } from './operator.ts';
import { useControl } from './use-control.ts';

/** The name under which others see whoever sits here; while in control it cannot become empty. */
export function OperatorName() {
  const words = useWords();
  const { desk, operator, seat } = useControl();
  const [draft, setDraft] = useState(operator.name);
  return (
    <TextField
      label={words.handoff.name}
      hint={words.handoff.nameHint}
      value={draft}
      maxLength={NAME_MAX}
      autoComplete="name"
      onChange={(name) => {
        setDraft(name);
        desk.choose({ name });
      }}
      onBlur={() => setDraft(desk.state().operator.name)}
      trouble={draft.trim() === '' && seat.kind !== 'out' ? words.handoff.nameMissing : undefined}
    />
  );
}
