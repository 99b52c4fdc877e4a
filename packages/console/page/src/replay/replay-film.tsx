import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FlightFilm } from '@kitestring/station-contract/station/flights.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { type FragmentIndex, isGapAt } from '../recordings/playback/fragment-index.ts';
import { recordingTroubleText, useClip } from '../recordings/recording-player.tsx';
import { useWords } from '../words/words-context.tsx';
import { filmAt, filmRate, filmStep, filmTimeS, type PlacedFilm } from './film-place.ts';
import styles from './replay.module.css';
import type { ReplayClock } from './replay-clock.ts';

/** A picture of 30 a second. */
const PICTURE_S = 1 / 30;

/** The current video, for single pictures and to make the replay wait for it. */
export interface ShownFilm {
  readonly place: PlacedFilm;
  readonly index: FragmentIndex | undefined;
  /** It has no picture of the current time yet. */
  readonly isLate: boolean;
}

interface ReplayFilmProps {
  readonly type: FlightFilm['type'];
  readonly films: readonly PlacedFilm[];
  readonly clock: ReplayClock;
  readonly timeUs: number;
  readonly shown: RefObject<ShownFilm | undefined>;
}

/** Colour or thermal video of the current time, or a note that there is none. */
export function ReplayFilm({ clock, films, shown, timeUs, type }: ReplayFilmProps) {
  const words = useWords();
  const name = words.recordings.videoTypes[type];
  const place = filmAt(films, timeUs);
  if (place !== undefined) {
    return <ClipPlayer key={place.film.file_id + place.film.recording_id} {...{ clock, name, place, shown, timeUs }} />;
  }
  const text = films.length === 0 ? words.flights.noFilm(name) : words.flights.filmGap(name);
  return <p className={styles.noFilm}>{text}</p>;
}

interface ClipPlayerProps extends Pick<ReplayFilmProps, 'clock' | 'shown' | 'timeUs'> {
  readonly name: string;
  readonly place: PlacedFilm;
}

function ClipPlayer({ clock, name, place, shown, timeUs }: ClipPlayerProps) {
  const words = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const { index, trouble } = useClip(video, place.film);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const follow = () => {
      if (index !== undefined) keepInStep(element, index, place, clock);
      const isLate = trouble === undefined && element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA;
      shown.current = { place, index, isLate };
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    return () => {
      cancelAnimationFrame(frame);
      if (shown.current?.place === place) shown.current = undefined;
    };
  }, [clock, index, place, shown, trouble]);
  const isGap = index !== undefined && isGapAt(index, filmTimeS(place, timeUs));
  return (
    <div className={styles.film}>
      <video ref={video} className={styles.video} muted playsInline aria-label={name} />
      {isGap && <p className={styles.gap}>{words.flights.filmGap(name)}</p>}
      <Trouble text={trouble === undefined ? undefined : recordingTroubleText(trouble, words)} />
    </div>
  );
}

/** Synchronises a video with the time of the replay. */
function keepInStep(video: HTMLVideoElement, index: FragmentIndex, place: PlacedFilm, clock: ReplayClock): void {
  const wantedS = Math.min(filmTimeS(place, clock.nowUs), Math.max(0, index.durationS - PICTURE_S));
  const { isPlaying, speed } = clock.snapshot();
  const isGap = isGapAt(index, wantedS);
  const rate = isPlaying && !isGap ? speed * filmRate(place) : 0;
  const step = isGap ? ({ act: 'wait' } as const) : filmStep(video.currentTime, wantedS, rate, PICTURE_S);
  if (step.act === 'seek' && !video.seeking) video.currentTime = wantedS;
  if (step.act === 'wait' || (step.act === 'seek' && step.rate === undefined)) {
    if (!video.paused) video.pause();
  } else if (step.rate !== undefined) {
    if (video.playbackRate !== step.rate) video.playbackRate = step.rate;
    // Refused while it has no data; the next frame tries again.
    if (video.paused) video.play().catch(() => undefined);
  }
}
