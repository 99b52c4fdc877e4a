import { CloseIcon } from '@kitestring/console-ui/icons.tsx';
import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { Direction } from '@kitestring/station-contract/camera/pinhole.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { PlayerState } from '@kitestring/video-player/player-state.ts';
import { StreamPlayer } from '@kitestring/video-player/stream-player.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { createPortal } from 'react-dom';
import { PictureSurface } from '../camera/picture-surface.tsx';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useLocating } from '../place/locating.ts';
import { PicturePins } from '../place/picture-pins.tsx';
import { locationIn, useViewpointNow } from '../place/use-viewpoint.ts';
import { LateDrawer, LateFollow } from '../shell/late-drawers.tsx';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { LateThermalLayer } from '../thermal/late-thermal.tsx';
import { useWords } from '../words/words-context.tsx';
import { CameraTrouble } from './edge-trouble.tsx';
import { PictureOverlay } from './picture-overlay.tsx';
import { PictureStatus } from './picture-status.tsx';
import { isShownAlike, qualityText } from './picture-text.ts';
import { tracesOf } from './player-traces.ts';
import styles from './stage-pictures.module.css';
import { usePictureFacts } from './use-picture-facts.ts';
import { useShownView } from './use-shown-view.ts';
import { useStage, useStreamName } from './use-stage.ts';

/** Assumed delay while unknown: as measured on a good network. */
const USUAL_LATENCY_MS = 200;

export interface MainPictureProps {
  readonly size: SizePx;
  readonly stream: VideoStreamInfo;
  /** Beside the large map: only the picture. */
  readonly isSmall: boolean;
  /** Element for the card with the position. */
  readonly cardPlace: HTMLElement | null;
}

/** The large picture with all overlays. */
export function MainPicture({ cardPlace, isSmall, size, stream }: MainPictureProps) {
  const words = useWords();
  const nameOf = useStreamName();
  const why = useWhyNotText('camera');
  const video = useRef<HTMLVideoElement>(null);
  const { stream_id: streamId, zoom_max: maximum, zoom_min: minimum } = stream;
  const { health, isStale, onHealth, pictureFacts, player, viewNow } = useLivePicture(streamId, video);
  const { click, isOn: isLocating } = useLocating();
  const viewpointNow = useViewpointNow();
  const whyNotSeen = useWhyNotText('snapshot');
  const locate = (direction: Direction) => {
    if (whyNotSeen === undefined) click(locationIn(viewpointNow(), direction));
  };
  const grippedPicture = () => ({
    streamId,
    zoomRange: { minimum, maximum },
    sizePx: size,
    view: viewNow(),
    onClick: isLocating ? locate : undefined,
    onAsk: locate,
  });
  return (
    <>
      <video ref={video} className={styles.video} data-health={health} muted playsInline />
      {!isSmall && (
        <LateThermalLayer
          stream={stream}
          video={video}
          view={viewNow()}
          isOld={health === 'frozen' || health === 'none'}
        />
      )}
      {!isSmall && (
        <PictureOverlay size={size} view={viewNow()} isStale={isStale} quality={qualityText(player, words)} />
      )}
      {!isSmall && <PicturePins size={size} view={viewNow()} />}
      <PictureStatus facts={pictureFacts} onHealth={onHealth} isSmall={isSmall} canChoose />
      {!isSmall && (
        <PictureSurface
          label={words.video.picture(nameOf(streamId))}
          help={words.video.pictureHelp}
          why={why}
          picture={grippedPicture}
        />
      )}
      {isLocating &&
        cardPlace !== null &&
        createPortal(<LateDrawer name="PlaceCard" view={viewNow()} why={whyNotSeen} />, cardPlace)}
      {!isSmall && <LateFollow />}
      <CameraTrouble />
    </>
  );
}

/** A second stream in the corner; pressing it makes it the large one. */
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
      <video ref={video} className={styles.video} data-health={health} muted playsInline />
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

/** A stream in a video element: its player, its health and its view. */
export function useLivePicture(streamId: string, video: RefObject<HTMLVideoElement | null>) {
  const player = useStreamPlayer(streamId, video);
  const latencyMs = (player?.kind === 'playing' ? player.latencyMs : undefined) ?? USUAL_LATENCY_MS;
  return { player, ...usePictureFacts(streamId, video, player), ...useShownView(streamId, latencyMs) };
}

/**
 * Plays a stream in a video element as long as both exist. @returns the state of the player; undefined until it has
 * started
 */
export function useStreamPlayer(
  streamId: string | undefined,
  video: RefObject<HTMLVideoElement | null>,
): PlayerState | undefined {
  const { facts, link, session, signedIn } = useStation();
  const { isAtHub } = facts;
  const [state, setState] = useState<PlayerState>();
  const playing = useRef<StreamPlayer>(undefined);
  const isStale = useIsStale();
  // A station or a hub that was unreachable may have pictures now.
  useEffect(() => {
    if (!isStale) playing.current?.retryNow();
  }, [isStale]);
  useEffect(() => {
    const element = video.current;
    if (streamId === undefined || element === null) return;
    let isWanted = true;
    const onState = (now: PlayerState) =>
      isWanted && setState((before) => (before !== undefined && isShownAlike(before, now) ? before : now));
    const { token } = signedIn;
    const player = new StreamPlayer({
      video: element,
      streamId,
      onState,
      stationUrl: session.stationUrl,
      isRelayed: isAtHub,
      ...(token !== undefined && { token: () => token }),
    });
    playing.current = player;
    tracesOf(link).keep(streamId, player.trace);
    return () => {
      isWanted = false;
      player.stop();
      setState(undefined);
    };
  }, [streamId, video, link, session, isAtHub, signedIn]);
  return state;
}
