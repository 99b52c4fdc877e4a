import { Fault } from '@kitestring/base/fault.ts';
import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { pause } from '@kitestring/console-ui/pause.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import { canMse } from '@kitestring/video-player/mse-buffer.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { keyOf } from '../notifications/notification-feed.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { troubleText } from '../station/trouble-text.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { ClipForm } from './clip-form.tsx';
import {
  type FragmentIndex,
  type ReadRange,
  readFragmentIndex,
  UnfinishedRecordingFault,
} from './playback/fragment-index.ts';
import { SegmentFeeder } from './playback/segment-feeder.ts';
import { type PlayedRecording, usePlayed } from './played-recording.ts';
import styles from './recording-player.module.css';

/** Delay before a retry of a video that cannot be opened yet: doubled each time. */
const AGAIN_MIN_MS = 1000;
const AGAIN_MAX_MS = 15_000;

/** Plays a video of a recording instead of the live picture; only the parts that are watched are loaded. */
export function RecordingPlayer({ began, video }: PlayedRecording) {
  const words = useWords();
  const { close } = usePlayed();
  const heading = useRef<HTMLHeadingElement>(null);
  useCloseAtFatal(close);
  useFocusWhileOpen(heading);
  const place = useRef<HTMLVideoElement>(null);
  const { index, trouble } = useClip(place, video);
  const film = words.recordings.videoTypes[video.type];
  const isUnfinished = trouble instanceof UnfinishedRecordingFault;
  const isOpening = index === undefined && (trouble === undefined || isUnfinished || isOfStation(trouble));
  return (
    <section
      className={styles.player}
      aria-label={words.recordings.playerTitle(film, began)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {words.recordings.playerTitle(film, began)}
        </h2>
        <CloseButton label={words.ui.close} onPress={close} />
      </header>
      <video ref={place} className={styles.video} controls autoPlay muted playsInline />
      {index !== undefined && <ClipForm place={place} video={video} />}
      {isOpening && <p role="status">{isUnfinished ? words.recordings.completing : words.recordings.opening}</p>}
      <Trouble text={trouble === undefined || isUnfinished ? undefined : recordingTroubleText(trouble, words)} />
    </section>
  );
}

type ClipFile = Pick<VideoFile, 'file_id' | 'recording_id'>;

/** Plays a file of a recording in the element. @returns its index once it is open, and any fault */
export function useClip(place: RefObject<HTMLVideoElement | null>, { file_id, recording_id }: ClipFile) {
  const { link } = useStation();
  const [index, setIndex] = useState<FragmentIndex>();
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const ended = new AbortController();
    let feed: SegmentFeeder | undefined;
    const read = reader(link, { file_id, recording_id }, ended.signal);
    const events = { onTrouble: setTrouble, onParts: () => setTrouble(undefined) };
    const open = async () => {
      const found = await readIndex(read, setTrouble, ended.signal);
      if (ended.signal.aborted || found === undefined) return;
      if (isHevc(found.codec) && !canMse(found.codec)) throw new UndecodableFault(found.codec);
      setTrouble(undefined);
      feed = new SegmentFeeder(element, found, read, events);
      setIndex(found);
    };
    open().catch(setTrouble);
    return () => {
      ended.abort();
      feed?.close();
      setIndex(undefined);
    };
  }, [link, place, file_id, recording_id]);
  return { index, trouble };
}

/** A Fatal notification that begins during playback restores the live picture. */
export function useCloseAtFatal(close: () => void): void {
  const { active } = useNotifications();
  const fatal = active.filter(({ severity }) => severity === 'Fatal').map(keyOf);
  const known = useRef(new Set(fatal));
  const isNew = fatal.some((key) => !known.current.has(key));
  useEffect(() => {
    if (isNew) close();
  }, [isNew, close]);
}

/** Takes the focus, and returns it to the previous element. */
export function useFocusWhileOpen(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [element]);
}

/**
 * Retries while the station completes the video, or does not send it. @returns undefined for a file that is not a video
 */
async function readIndex(read: ReadRange, onTrouble: (error: unknown) => void, signal: AbortSignal) {
  for (let waitMs = AGAIN_MIN_MS; !signal.aborted; waitMs = Math.min(AGAIN_MAX_MS, waitMs * 2)) {
    try {
      return await readFragmentIndex(read);
    } catch (error) {
      if (signal.aborted) return undefined;
      onTrouble(error);
      if (!(error instanceof UnfinishedRecordingFault || isOfStation(error))) return undefined;
    }
    await pause(waitMs, signal);
  }
  return undefined;
}

/** A fault of the station or the connection; anything else is the browser's. */
const isOfStation = (error: unknown): boolean => error instanceof ApiError || error instanceof ConnectionError;

/** The browser lacks the decoder: many have none of H.265. */
class UndecodableFault extends Fault {}

const isHevc = (codec: string): boolean => codec.startsWith('hvc1');

export function recordingTroubleText(trouble: unknown, words: Words): string {
  if (isOfStation(trouble)) return troubleText(trouble, words);
  return trouble instanceof UndecodableFault ? words.recordings.undecodable : words.recordings.cannotPlay;
}

const reader =
  (link: StationLink, { file_id, recording_id }: ClipFile, signal: AbortSignal): ReadRange =>
  async (first, last) => {
    const response = await link.call((client) =>
      client.recordings.getRecordingFile({ recording_id, file_id }, { signal, range: { first, last } }),
    );
    return new Uint8Array(await response.arrayBuffer().catch(brokenOff));
  };

function brokenOff(cause: unknown): never {
  throw new ConnectionError('UNREACHABLE', 'the film broke off', { cause });
}
