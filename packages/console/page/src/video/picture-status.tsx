import { apiError } from '@kitestring/client/api-error.ts';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { Ticking } from '../parts/ticking.tsx';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { troubleText } from '../station/trouble-text.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { type PictureFacts, type PictureHealth, pictureHealth } from './picture-health.ts';
import styles from './picture-status.module.css';
import { useHasOtherStream } from './use-stage.ts';

const LOOK_EVERY_MS = 250;

interface PictureStatusProps {
  /** Called repeatedly, because ages change. */
  readonly facts: () => PictureFacts;
  readonly onHealth: (kind: PictureHealth['kind']) => void;
  /** The station's text, if it refuses to list streams. */
  readonly trouble?: string | undefined;
  /** A small picture only has room for the age. */
  readonly isSmall?: boolean;
  /** Another stream can be selected here. */
  readonly canChoose?: boolean;
}

/** Shows over the picture that it is late, frozen or missing, why, and what to do. */
export function PictureStatus({ facts, canChoose = false, isSmall = false, onHealth, trouble }: PictureStatusProps) {
  const words = useWords();
  const health = usePictureHealth(facts);
  const quantities = useQuantities();
  useEffect(() => onHealth(health.kind), [onHealth, health.kind]);
  const isQuiet = health.kind === 'none' && (health.reason === 'loading' || health.reason === 'connecting');
  const names = classNames(
    styles.status,
    isSmall && styles.small,
    health.kind === 'late' && styles.late,
    isQuiet && styles.quiet,
  );
  return (
    <div className={styles.place} data-health={health.kind}>
      <div role="status">
        {health.kind !== 'live' && (
          <div className={names}>{message(health, words, { canChoose, isSmall, trouble, quantities })}</div>
        )}
      </div>
    </div>
  );
}

/** Current state; redraws only when it changes, not with each check. */
function usePictureHealth(facts: () => PictureFacts): PictureHealth {
  const look = useCallback((told: () => void) => {
    const timer = setInterval(told, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  // As a text, which stays equal as long as its content does.
  const health = useSyncExternalStore(look, () => JSON.stringify(pictureHealth(facts())));
  return JSON.parse(health) as PictureHealth;
}

interface MessageOptions extends Required<Pick<PictureStatusProps, 'canChoose' | 'isSmall'>> {
  readonly trouble: string | undefined;
  readonly quantities: Quantities;
}

function message(
  health: Exclude<PictureHealth, { kind: 'live' }>,
  words: Words,
  { canChoose, isSmall, quantities, trouble }: MessageOptions,
): ReactNode {
  if (health.kind === 'late') return <Age text={words.video.late(quantities.number(health.ageS, 1))} />;
  const reason = health.reason === undefined ? undefined : reasonText(health, health.reason, words);
  const isOff = health.reason === 'videoOff';
  return (
    <>
      {health.kind === 'frozen' && <Age text={ageText(health.ageS, words)} />}
      {!isSmall && reason !== undefined && <p className={styles.what}>{(isOff && trouble) || reason.what}</p>}
      {!isSmall && health.reason === 'streamLost' && canChoose && <OtherStream />}
      {!isSmall && reason !== undefined && reason.todo !== '' && <p className={styles.todo}>{reason.todo}</p>}
      {isSmall && health.kind === 'none' && <p className={styles.what}>{words.video.noPicture}</p>}
    </>
  );
}

/** Button for another stream, if there is one. */
function OtherStream() {
  const words = useWords();
  return useHasOtherStream() ? <p className={styles.todo}>{words.video.otherStream}</p> : null;
}

/** The text of the refusal, if there is one. */
function reasonText(health: PictureHealth, reason: keyof Words['video']['reasons'], words: Words) {
  const { refusal } = health.kind === 'none' ? health : {};
  if (refusal === undefined) return words.video.reasons[reason];
  const what = troubleText(apiError(refusal.status, refusal.body, null), words);
  return { what, todo: words.video.reasons[reason].todo };
}

/** The seconds are only visible: screen readers announce once that the picture is frozen. */
function Age({ text }: { readonly text: string }) {
  const words = useWords();
  return (
    <p className={styles.age}>
      <AlertIcon />
      <Ticking text={text} spoken={words.video.standing} />
    </p>
  );
}

const ageText = (ageS: number, words: Words): string =>
  ageS < 120 ? words.video.frozen(ageS) : words.video.frozenMinutes(Math.floor(ageS / 60));
