import { CAPTURE_NAME_MAX, CAPTURE_NOTE_MAX, type Capture } from '@kitestring/contract/station/captures.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { DialogBox } from '@kitestring/kit/dialog-box.tsx';
import { TextField } from '@kitestring/kit/text-field.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { useState } from 'react';
import { useFormCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';

/** Name and note of a capture. */
export function EditCapture({ capture, onClose }: { readonly capture: Capture; readonly onClose: () => void }) {
  const { recordings: words } = useWords();
  const [name, setName] = useState(capture.name);
  const [note, setNote] = useState(capture.note);
  const command = useFormCommand(({ station }) =>
    station.changeCapture({ capture_id: capture.capture_id }, { name: name.trim(), note: note.trim() }),
  );
  const tooLong = (text: string, most: number) => (text.length > most ? words.tooLong(most, text.length) : undefined);
  const troubles = [tooLong(name.trim(), CAPTURE_NAME_MAX), tooLong(note.trim(), CAPTURE_NOTE_MAX)];
  return (
    <DialogBox title={words.edit} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (troubles.every((trouble) => trouble === undefined)) {
            void command.send().then((isTaken) => isTaken && onClose());
          }
        }}
      >
        <TextField label={words.name} value={name} onChange={setName} trouble={troubles[0]} autoFocus />
        <TextField label={words.note} value={note} onChange={setNote} trouble={troubles[1]} lines={4} />
        <Trouble text={command.trouble} />
        <Button type="submit" look="primary" isPending={command.isBusy}>
          {words.save}
        </Button>
      </form>
    </DialogBox>
  );
}
