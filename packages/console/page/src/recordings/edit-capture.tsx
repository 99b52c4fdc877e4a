import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { CAPTURE_NAME_MAX, CAPTURE_NOTE_MAX, type Capture } from '@kitestring/station-contract/station/captures.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';

/** Name and note of a capture. */
export function EditCapture({ capture, onClose }: { readonly capture: Capture; readonly onClose: () => void }) {
  const { recordings: words } = useWords();
  const [name, setName] = useState(capture.name);
  const [note, setNote] = useState(capture.note);
  const command = useFormCommand(async ({ station }) => {
    await station.changeCapture({ capture_id: capture.capture_id }, { name: name.trim(), note: note.trim() });
    onClose();
  });
  const tooLong = (text: string, most: number) => (text.length > most ? words.tooLong(most, text.length) : undefined);
  const troubles = [tooLong(name.trim(), CAPTURE_NAME_MAX), tooLong(note.trim(), CAPTURE_NOTE_MAX)];
  const submit = () => {
    if (troubles.every((trouble) => trouble === undefined)) void command.send();
  };
  return (
    <DialogBox title={words.edit} onClose={onClose}>
      <CommandForm className="stack" command={command} onSubmit={submit} submit={words.save}>
        <TextField label={words.name} value={name} onChange={setName} trouble={troubles[0]} autoFocus />
        <TextField label={words.note} value={note} onChange={setNote} trouble={troubles[1]} lines={4} />
      </CommandForm>
    </DialogBox>
  );
}
