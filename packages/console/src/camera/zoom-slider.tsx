import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { MinusIcon, PlusIcon } from '@kitestring/kit/icons.tsx';
import { useOff } from '@kitestring/kit/off.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useStreamName } from '../video/use-stage.ts';
import { useWords } from '../words/words-context.tsx';
import { useCameraControl, useControlPart } from './use-camera-control.ts';
import { KEY_FACTOR, sliderOf, type ZoomRange, zoomMarks, zoomOfSlider, zoomWithin } from './zoom.ts';
import styles from './zoom-slider.module.css';

const STEPS = 100;

/** Zoom of the large picture: equal ways of the slider are equal factors. */
export function ZoomSlider({ stream }: { readonly stream: VideoStreamInfo | undefined }) {
  const words = useWords();
  if (stream !== undefined && stream.zoom_max > stream.zoom_min) {
    return <StreamZoom streamId={stream.stream_id} range={{ minimum: stream.zoom_min, maximum: stream.zoom_max }} />;
  }
  return <p className={styles.none}>{words.camera.noZoom}</p>;
}

function StreamZoom({ range, streamId }: { readonly streamId: string; readonly range: ZoomRange }) {
  const words = useWords();
  const quantities = useQuantities();
  const name = useStreamName()(streamId);
  const control = useCameraControl();
  const told = useTopicPart(`videostreams/${streamId}/state`, ({ zoom_level }) => zoom_level);
  const zoom = useControlPart((now) => now.zoomFrom(streamId, told ?? range.minimum));
  const step = (factor: number) => control.zoomTo(streamId, zoomWithin(range, zoom * factor));
  const { isDisabled, ...described } = useOff();
  const text = `${quantities.number(zoom, 1)}×`;
  return (
    <div className={styles.zoom}>
      <Button isSquare aria-label={words.camera.zoomOut} onPress={() => step(1 / KEY_FACTOR)}>
        <MinusIcon />
      </Button>
      <span className={styles.way}>
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={STEPS}
          step={1}
          value={Math.round(sliderOf(range, zoom) * STEPS)}
          aria-label={words.camera.zoomOf(name)}
          aria-valuetext={text}
          disabled={isDisabled}
          {...described}
          onChange={({ target }) => control.zoomTo(streamId, zoomOfSlider(range, Number(target.value) / STEPS))}
        />
        <span className={styles.marks} aria-hidden="true">
          {zoomMarks(range).map((mark) => (
            <span key={mark} style={{ left: `${sliderOf(range, mark) * 100}%` }}>
              {mark}
            </span>
          ))}
        </span>
      </span>
      <Button isSquare aria-label={words.camera.zoomIn} onPress={() => step(KEY_FACTOR)}>
        <PlusIcon />
      </Button>
      <output className={styles.value} data-zoom={zoom}>
        {text}
      </output>
    </div>
  );
}
