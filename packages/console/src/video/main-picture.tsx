import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import { useRef } from 'react';
import { PictureSurface } from '../camera/picture-surface.tsx';
import { useWords } from '../words/words-context.tsx';
import { CameraTrouble } from './camera-trouble.tsx';
import type { SizePx } from './letterbox.ts';
import styles from './main-picture.module.css';
import { PictureOverlay } from './picture-overlay.tsx';
import { PictureStatus } from './picture-status.tsx';
import { qualityText } from './quality-text.ts';
import { usePictureFacts } from './use-picture-facts.ts';
import { useShownView } from './use-shown-view.ts';
import { useStreamName } from './use-stage.ts';
import { useStreamPlayer } from './use-stream-player.ts';

/** Of a picture whose delay is not known: as measured on a good network. */
const USUAL_LATENCY_MS = 200;

/** The large picture with everything that lies over it. */
export function MainPicture({ size, stream }: { readonly size: SizePx; readonly stream: VideoStreamInfo }) {
  const words = useWords();
  const nameOf = useStreamName();
  const video = useRef<HTMLVideoElement>(null);
  const { stream_id: streamId, zoom_max: maximum, zoom_min: minimum } = stream;
  const player = useStreamPlayer(streamId, video);
  const { health, onHealth, pictureFacts } = usePictureFacts(streamId, video, player);
  const latencyMs = (player?.kind === 'playing' ? player.latencyMs : undefined) ?? USUAL_LATENCY_MS;
  const { state, viewNow } = useShownView(streamId, latencyMs);
  const grippedPicture = () => ({ streamId, zoomRange: { minimum, maximum }, sizePx: size, view: viewNow() });
  return (
    <>
      <video ref={video} className={styles.video} data-health={health} muted playsInline />
      <PictureOverlay size={size} view={viewNow()} isStale={state.isStale} quality={qualityText(player, words)} />
      <PictureStatus facts={pictureFacts} onHealth={onHealth} />
      <PictureSurface
        label={words.video.picture(nameOf(streamId))}
        help={words.video.pictureHelp}
        picture={grippedPicture}
      />
      <CameraTrouble />
    </>
  );
}
