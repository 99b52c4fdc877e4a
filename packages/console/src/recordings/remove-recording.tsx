import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';

export interface RemoveRecordingProps {
  readonly id: string;
  readonly began: string;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks once more before a recording is deleted. */
export function RemoveRecording({ began, id, onClose, onRemoved }: RemoveRecordingProps) {
  const words = useWords();
  const command = useCommand((client) => client.recordings.deleteRecording({ recording_id: id }));
  const remove = async () => {
    if (!(await command.send())) return;
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      title={words.recordings.removeTitle}
      action={words.recordings.removeYes}
      isBusy={command.isBusy}
      trouble={command.trouble}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words.recordings.removeText(began)}</p>
    </ConfirmDialog>
  );
}
