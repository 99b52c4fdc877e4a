import { Button } from '@kitestring/console-ui/button.tsx';
import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { CHECKLIST_ITEMS_MAX, type ChecklistItem } from '@kitestring/station-contract/station/checklist.ts';
import { useState } from 'react';
import { keptOperator } from '../handoff/operator.ts';
import { CommandForm } from '../parts/command-form.tsx';
import { useTimeText } from '../parts/use-time.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useScope } from '../station/station-context.tsx';
import { useCommand, useFormCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import type { LaterWords } from '../words/later-words.ts';
import { useWords } from '../words/words-context.tsx';
import { linesToTexts, shownText } from './checklist-texts.ts';
import styles from './readiness-list.module.css';

const READ_EVERY_MS = 30_000;

/** The crew's own checks, for all clients of the station. Nothing waits for them. */
export function CrewChecklist() {
  const texts = useWords().later?.checklist;
  const { again, value } = useReading((client) => client.station.getChecklist(), { everyMs: READ_EVERY_MS });
  const [isEditing, setIsEditing] = useState(false);
  const mayCommand = useScope('control');
  const why = useWhyNotText('sign');
  if (value === undefined || texts === undefined) return null;
  const { items } = value;
  const done = items.filter(({ checked_at }) => checked_at !== undefined).length;
  return (
    <details className={styles.all} data-part="checklist">
      <summary>{texts.summary(done, items.length)}</summary>
      {isEditing ? (
        <EditForm items={items} texts={texts} onChanged={again} onDone={() => setIsEditing(false)} />
      ) : (
        <Off why={why}>
          <Items items={items} texts={texts} onChanged={again} />
          {mayCommand && <Button onPress={() => setIsEditing(true)}>{texts.edit}</Button>}
          <OffReason />
        </Off>
      )}
    </details>
  );
}

interface ListProps {
  readonly items: readonly ChecklistItem[];
  readonly texts: LaterWords['checklist'];
  readonly onChanged: () => Promise<void>;
}

function Items({ items, onChanged, texts }: ListProps) {
  const timeText = useTimeText();
  const checking = useCommand(async ({ station }, text: string, is_checked: boolean) => {
    const { name } = keptOperator(localStorage);
    await station.checkItem({ text, is_checked, ...(name.trim() !== '' && { name: name.trim() }) });
    await onChanged();
  });
  return (
    <>
      <ul className="stack">
        {items.map((item) => {
          const { checked_at, checked_by = '', text } = item;
          const made = checked_at && texts.made(checked_by, timeText(checked_at) ?? '');
          return (
            <li key={text}>
              <CheckBox
                isSelected={checked_at !== undefined}
                onChange={(isChecked) => void checking.send(text, isChecked)}
                hint={made}
              >
                {shownText(item, texts.topics)}
              </CheckBox>
            </li>
          );
        })}
      </ul>
      <Trouble text={checking.trouble} />
    </>
  );
}

function EditForm({ items, onChanged, onDone, texts }: ListProps & { readonly onDone: () => void }) {
  const [lines, setLines] = useState(() => items.map((item) => shownText(item, texts.topics)).join('\n'));
  const setting = useFormCommand(async ({ station }) => {
    await station.setChecklist({ texts: linesToTexts(lines, items, texts.topics) });
    await onChanged();
    onDone();
  });
  return (
    <CommandForm label={texts.edit} command={setting} submit={texts.save} onCancel={onDone}>
      <TextField
        label={texts.lines(CHECKLIST_ITEMS_MAX)}
        hint={texts.linesHint}
        lines={6}
        value={lines}
        onChange={setLines}
      />
    </CommandForm>
  );
}
