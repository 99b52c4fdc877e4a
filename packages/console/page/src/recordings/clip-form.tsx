import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import { type RefObject, useEffect, useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { receivedFile, saveFile } from '../parts/save-file.ts';
import { useFormCommand } from '../station/use-command.ts';
import { clip as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';
import { ClipStretches, type MarkedStretch, markText } from './clip-stretches.tsx';
import styles from './recording-player.module.css';

/** Seconds of the recording that a picture of a time-lapse stands for; 0: every picture. */
const LAPSES_S = ['0', '2', '5', '10', '30', '60'] as const;
type LapseS = (typeof LAPSES_S)[number];

/** A file has up to 32, the last of which is only marked. */
const STRETCHES_MAX = 31;

interface ClipFormProps {
  readonly place: RefObject<HTMLVideoElement | null>;
  readonly video: VideoFile;
}

/** Marks begin and end while a recording plays, and saves what is between them, several stretches one after the other, as a time-lapse too. */
export function ClipForm({ place, video: { file_id, recording_id } }: ClipFormProps) {
  const all = useWords();
  const words = all.later?.clip ?? en;
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  /** Marked before, in their order. */
  const [stretches, setStretches] = useState<readonly MarkedStretch[]>([]);
  const [lapseS, setLapseS] = useState<LapseS>('0');
  /** The last clip, for a browser that saves nothing without a press: it asks first, or counts downloads. */
  const [made, setMade] = useState<{ readonly name: string; readonly url: string }>();
  useEffect(() => () => URL.revokeObjectURL(made?.url ?? ''), [made]);
  const save = useFormCommand(async ({ station }) => {
    setMade(undefined);
    const marked = isMarked || stretches.length === 0 ? [{ from, to }] : [];
    const clips = [...stretches, ...marked].map((stretch) => ({
      recording_id,
      file_id,
      ...(stretch.from !== undefined && { from_s: stretch.from }),
      ...(stretch.to !== undefined && { to_s: stretch.to }),
    }));
    const isLapse = lapseS !== '0';
    const response = await station.makeClip({ clips, ...(isLapse && { every_s: Number(lapseS) }) });
    const file = await receivedFile(response, all);
    const name = `${recording_id}-${isLapse ? 'time-lapse' : 'clip'}.mp4`;
    saveFile(file, name);
    setMade({ name, url: URL.createObjectURL(file) });
  });
  /** A refusal, and a clip that was made, are of other marks. */
  const change = () => {
    save.forget();
    setMade(undefined);
  };
  /** Hundredths: finer than a picture. */
  const mark = (set: (seconds: number) => void) => {
    change();
    set(Math.round((place.current?.currentTime ?? 0) * 100) / 100);
  };
  const setAside = () => {
    change();
    setStretches([...stretches, { id: (stretches.at(-1)?.id ?? 0) + 1, from, to }]);
    setFrom(undefined);
    setTo(undefined);
  };
  const remove = (removed: number) => {
    change();
    setStretches(stretches.filter(({ id }) => id !== removed));
  };
  const isMarked = from !== undefined || to !== undefined;
  const isReversed = from !== undefined && to !== undefined && to <= from;
  return (
    <CommandForm
      className={styles.clip}
      label={words.title}
      command={save}
      submit={words.save}
      look="plain"
      isOff={isReversed}
      trouble={isReversed ? words.reversed : undefined}
    >
      <Button onPress={() => mark(setFrom)}>{words.from(markText(from, words.begin))}</Button>
      <Button onPress={() => mark(setTo)}>{words.to(markText(to, words.end))}</Button>
      <Button isDisabled={!isMarked || isReversed || stretches.length >= STRETCHES_MAX} onPress={setAside}>
        {words.addStretch}
      </Button>
      <ClipStretches stretches={stretches} onRemove={remove} />
      <Choice
        label={words.lapse}
        isLabelHidden
        options={LAPSES_S.map((id) => ({ id, name: id === '0' ? words.noLapse : words.lapseOf(id) }))}
        value={lapseS}
        onChange={setLapseS}
      />
      <p role="status">
        {made !== undefined && (
          <>
            {words.made(made.name)}{' '}
            <a href={made.url} download={made.name}>
              {words.again}
            </a>
          </>
        )}
      </p>
    </CommandForm>
  );
}
