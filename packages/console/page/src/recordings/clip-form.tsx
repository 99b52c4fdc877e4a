import { Button } from '@kitestring/console-ui/button.tsx';
import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import { type RefObject, useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useFormCommand } from '../station/use-command.ts';
import { clip as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './recording-player.module.css';

interface ClipFormProps {
  readonly place: RefObject<HTMLVideoElement | null>;
  readonly video: VideoFile;
}

/** Marks begin and end while a recording plays, and saves what is between them. */
export function ClipForm({ place, video: { file_id, recording_id } }: ClipFormProps) {
  const words = useWords().later?.clip ?? en;
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const save = useFormCommand(async ({ station }) => {
    const part = {
      recording_id,
      file_id,
      ...(from !== undefined && { from_s: from }),
      ...(to !== undefined && { to_s: to }),
    };
    const response = await station.makeClip({ clips: [part] });
    saveFile(await response.blob(), `${recording_id}-clip.mp4`);
  });
  /** Hundredths: finer than a picture. */
  const now = () => Math.round((place.current?.currentTime ?? 0) * 100) / 100;
  return (
    <CommandForm className={styles.clip} label={words.title} command={save} submit={words.save} look="plain">
      <Button look="ghost" onPress={() => setFrom(now())}>
        {words.from(markText(from, words.begin))}
      </Button>
      <Button look="ghost" onPress={() => setTo(now())}>
        {words.to(markText(to, words.end))}
      </Button>
    </CommandForm>
  );
}

function markText(seconds: number | undefined, absent: string): string {
  if (seconds === undefined) return absent;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
}
