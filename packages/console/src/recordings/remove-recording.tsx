import type { Capture } from '@kitestring/contract/station/captures.ts';
import { ConfirmDialog } from '@kitestring/kit/dialog-box.tsx';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';

interface RemoveRecordingProps {
  readonly capture: Capture;
  readonly began: string;
  readonly onClose: () => void;
}

/** Asks once more before a recording or a snapshot is deleted. */
export function RemoveRecording({ began, capture, onClose }: RemoveRecordingProps) {
  const words = useWords();
  const { capture_id: id, kind } = capture;
  const isSnapshot = kind === 'snapshot';
  const command = useCommand(({ recordings, station }) =>
    isSnapshot ? station.deleteSnapshot({ capture_id: id }) : recordings.deleteRecording({ recording_id: id }),
  );
  const remove = async () => {
    if (await command.send()) onClose();
  };
  return (
    <ConfirmDialog
      title={isSnapshot ? words.recordings.removeSnapshotTitle : words.recordings.removeTitle}
      action={words.recordings.removeYes}
      isBusy={command.isBusy}
      trouble={command.trouble}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{isSnapshot ? words.recordings.removeSnapshotText(began) : words.recordings.removeText(began)}</p>
    </ConfirmDialog>
  );
}
