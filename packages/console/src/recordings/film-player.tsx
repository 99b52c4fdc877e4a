import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import type { VideoFile } from '@kitestring/contract/recordings/recording.ts';
import { useEffect, useRef, useState } from 'react';
import { DialogBox } from '../kit/dialog-box.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { troubleText } from '../station/trouble-text.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { FilmFeed } from './film/film-feed.ts';
import { type ReadFilm, readFilmIndex } from './film/film-index.ts';
import styles from './film-player.module.css';

export interface FilmPlayerProps {
  readonly video: VideoFile;
  readonly began: string;
  readonly onClose: () => void;
}

/** Plays a film of a recording: only the parts that are looked at are fetched. */
export function FilmPlayer({ began, onClose, video }: FilmPlayerProps) {
  const words = useWords();
  const { link } = useStation();
  const place = useRef<HTMLVideoElement>(null);
  const [isOpening, setIsOpening] = useState(true);
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const ended = new AbortController();
    let feed: FilmFeed | undefined;
    const read = readerOf(link, video, ended.signal);
    const events = { onTrouble: setTrouble, onParts: () => setTrouble(undefined) };
    readFilmIndex(read, video.size).then(
      (index) => {
        if (ended.signal.aborted) return;
        feed = new FilmFeed(element, index, read, events);
        setIsOpening(false);
      },
      (error: unknown) => {
        if (ended.signal.aborted) return;
        setTrouble(error);
        setIsOpening(false);
      },
    );
    return () => {
      ended.abort();
      feed?.close();
    };
  }, [link, video]);
  const film = words.recordings.films[video.type];
  return (
    <DialogBox title={words.recordings.playerTitle(film, began)} onClose={onClose}>
      <video ref={place} className={styles.film} controls autoPlay muted playsInline />
      {isOpening && <p role="status">{words.recordings.opening}</p>}
      <Trouble text={trouble === undefined ? undefined : filmTroubleText(trouble, words)} />
    </DialogBox>
  );
}

/** What the station or the way to it says; anything else is the browser's. */
const filmTroubleText = (trouble: unknown, words: Words): string =>
  trouble instanceof ApiError || trouble instanceof ConnectionError
    ? troubleText(trouble, words)
    : words.recordings.cannotPlay;

const readerOf =
  (link: StationLink, { file_id, recording_id }: VideoFile, signal: AbortSignal): ReadFilm =>
  async (first, last) => {
    const response = await link.call((client) =>
      client.recordings.getRecordingFile({ recording_id, file_id }, { signal, range: { first, last } }),
    );
    return new Uint8Array(await response.arrayBuffer().catch(brokenOff));
  };

function brokenOff(cause: unknown): never {
  throw new ConnectionError('UNREACHABLE', 'the film broke off', { cause });
}
