import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useWords } from '../words/words-context.tsx';
import { PictureStatus } from './picture-status.tsx';
import { qualityText } from './picture-text.ts';
import styles from './stage-pictures.module.css';
import { useStreamPlayer } from './stage-pictures.tsx';
import { usePictureFacts } from './use-picture-facts.ts';
import { useStage, useStreamName } from './use-stage.ts';

interface TilePicturesProps {
  /** Size of each tile. */
  readonly size: SizePx;
}

/** The pictures beside the main one, as large as it; a place without a stream says so. */
export function TilePictures({ size }: TilePicturesProps) {
  const { video } = useWords();
  const { count, tiles } = useStage();
  const empty = Array.from({ length: count - 1 - tiles.length }, (_, index) => `empty ${index}`);
  return (
    <>
      {tiles.map((stream) => (
        <TilePicture key={stream.stream_id} stream={stream} size={size} />
      ))}
      {empty.map((key) => (
        <p key={key} className={styles.noTile} style={boxOf(size)}>
          {video.noOtherStream}
        </p>
      ))}
    </>
  );
}

const boxOf = ({ heightPx, widthPx }: SizePx) => ({ width: widthPx, height: heightPx });

/** One of several pictures; pressing it makes it the main one. */
function TilePicture({ size, stream }: TilePicturesProps & { readonly stream: VideoStreamInfo }) {
  const words = useWords();
  const name = useStreamName()(stream.stream_id);
  const { chooseMain } = useStage();
  const video = useRef<HTMLVideoElement>(null);
  const player = useStreamPlayer(stream.stream_id, video);
  const { health, onHealth, pictureFacts } = usePictureFacts(stream.stream_id, video, player);
  return (
    <div className={styles.tile} style={boxOf(size)} data-stream={stream.stream_id}>
      <video ref={video} className={styles.fitted} data-health={health} muted playsInline />
      <PictureStatus facts={pictureFacts} onHealth={onHealth} />
      <AriaButton
        className={styles.swap ?? ''}
        aria-label={words.video.swap(name)}
        onPress={() => chooseMain(stream.stream_id)}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.quality}>{qualityText(player, words)}</span>
      </AriaButton>
    </div>
  );
}
