import { Button } from '@kitestring/console-ui/button.tsx';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { openCapture } from '../recordings/wanted-capture.ts';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './capture-notice.module.css';

/** Long enough to read it and press its button. */
const SHOWN_MS = 8000;

/** Notice of a stored capture, or the reason why it was not stored. */
export type CaptureNotice =
  | { readonly kind: 'snapshot' | 'recording'; readonly captureId: string }
  /** The picture was downloaded anyway. */
  | { readonly kind: 'notKept'; readonly reason: string };

interface NoticeState {
  readonly notice: CaptureNotice | undefined;
  /** Number of snapshots: each flashes once. */
  readonly flashes: number;
}

class NoticeStore extends Store<NoticeState> {
  constructor() {
    super({ notice: undefined, flashes: 0 });
  }

  readonly flash = (): void => this.become({ ...this.snapshot(), flashes: this.snapshot().flashes + 1 });
  readonly show = (notice: CaptureNotice | undefined): void => this.become({ ...this.snapshot(), notice });
}

export const notices = onePer((_: StationLink) => new NoticeStore());

/** A flash over the picture each time that a snapshot is taken. */
export function SnapshotFlash() {
  const store = notices(useStation().link);
  const { flashes } = useSyncExternalStore(store.subscribe, store.snapshot);
  return flashes === 0 ? null : <div key={flashes} className={styles.flash} aria-hidden="true" />;
}

/** Shows where a snapshot or a recording is stored, with a link. */
export function CaptureNoticeLine() {
  const { ui, video } = useWords();
  const { link } = useStation();
  const store = notices(link);
  const { notice } = useSyncExternalStore(store.subscribe, store.snapshot);
  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => store.show(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [store, notice]);
  const text =
    notice === undefined ? '' : notice.kind === 'notKept' ? video.notKept(notice.reason) : video.kept[notice.kind];
  return (
    <div className={styles.line}>
      <div className={notice && styles.text}>
        <span role="status">{text}</span>
        {notice !== undefined && (
          <Button
            look="ghost"
            onPress={() => {
              if (notice.kind !== 'notKept') openCapture(link, notice.captureId);
              store.show(undefined);
            }}
          >
            {notice.kind === 'notKept' ? ui.close : video.showKept}
          </Button>
        )}
      </div>
    </div>
  );
}
