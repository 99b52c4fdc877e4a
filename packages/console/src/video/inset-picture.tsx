import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import { useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { CloseIcon } from '../kit/icons.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './inset-picture.module.css';
import pictureStyles from './main-picture.module.css';
import { PictureStatus } from './picture-status.tsx';
import { usePictureFacts } from './use-picture-facts.ts';
import { useStage, useStreamName } from './use-stage.ts';
import { useStreamPlayer } from './use-stream-player.ts';

/** A second stream, small in the corner; pressed it becomes the large one. */
export function InsetPicture({ stream }: { readonly stream: VideoStreamInfo }) {
  const words = useWords();
  const name = useStreamName()(stream.stream_id);
  const { chooseInset, chooseMain } = useStage();
  const video = useRef<HTMLVideoElement>(null);
  const player = useStreamPlayer(stream.stream_id, video);
  const { health, onHealth, pictureFacts } = usePictureFacts(stream.stream_id, video, player);
  const { frame_height: heightPx = 9, frame_width: widthPx = 16 } = stream;
  return (
    <div className={styles.inset} style={{ aspectRatio: `${widthPx} / ${heightPx}` }} data-stream={stream.stream_id}>
      <video ref={video} className={pictureStyles.video} data-health={health} muted playsInline />
      <PictureStatus facts={pictureFacts} onHealth={onHealth} isSmall />
      <AriaButton
        className={styles.swap ?? ''}
        aria-label={words.video.swap(name)}
        onPress={() => chooseMain(stream.stream_id)}
      >
        <span className={styles.name}>{name}</span>
      </AriaButton>
      <AriaButton
        className={styles.close ?? ''}
        aria-label={words.video.closeSecond}
        onPress={() => chooseInset(undefined)}
      >
        <CloseIcon />
      </AriaButton>
    </div>
  );
}
