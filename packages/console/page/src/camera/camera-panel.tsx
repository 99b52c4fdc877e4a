import { Button } from '@kitestring/console-ui/button.tsx';
import { MinusIcon, PlusIcon } from '@kitestring/console-ui/icons.tsx';
import { Off, OffReason, useOff } from '@kitestring/console-ui/off.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useStage, useStreamName } from '../video/use-stage.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './camera-panel.module.css';
import { CameraPresetKeys } from './camera-presets.tsx';
import { CompassRose } from './compass-rose.tsx';
import { DirectionPad } from './direction-pad.tsx';
import { TwistCounter, UnwindButton, useTwist } from './twist-counter.tsx';
import { useCameraControl, useCameraLimits, useControlPart } from './use-camera-control.ts';
import { KEY_FACTOR, slider, type ZoomRange, zoomMarks, zoomOfSlider, zoomWithin } from './zoom.ts';

const STEPS = 100;

/** Zoom of the large picture: equal distances on the slider are equal factors. */
function ZoomSlider({ stream }: { readonly stream: VideoStreamInfo | undefined }) {
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
          value={Math.round(slider(range, zoom) * STEPS)}
          aria-label={words.camera.zoomOf(name)}
          aria-valuetext={text}
          disabled={isDisabled}
          {...described}
          onChange={({ target }) => control.zoomTo(streamId, zoomOfSlider(range, Number(target.value) / STEPS))}
        />
        <span className={styles.marks} aria-hidden="true">
          {zoomMarks(range).map((mark) => (
            <span key={mark} style={{ left: `${slider(range, mark) * 100}%` }}>
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

/** Moves the camera without the picture: bearing, pad, zoom, tilts. Also shows the resulting twist of the tether. */
export function CameraPanel() {
  const words = useWords();
  const why = useWhyNotText('camera');
  useCameraLimits(why === undefined);
  const { main } = useStage();
  const knowledge = useTwist();
  return (
    <Panel title={words.camera.title} isTitleHidden>
      <CameraPresetKeys />
      <div className={styles.rows}>
        <Off why={why}>
          {/* It is shown below the picture: here it would move the buttons. */}
          <OffReason isHidden />
          <div className={styles.aim}>
            <CompassRose streamId={main?.stream_id} />
            <DirectionPad streamId={main?.stream_id} />
          </div>
          <ZoomSlider stream={main} />
          <div className={styles.presets}>
            <TiltPresets />
            <UnwindButton knowledge={knowledge} />
          </div>
        </Off>
        <TwistCounter knowledge={knowledge} />
      </div>
    </Panel>
  );
}

const PRESETS = [
  { name: 'horizon', tiltDeg: 0 },
  { name: 'half', tiltDeg: 45 },
  { name: 'down', tiltDeg: 90 },
] as const;

/** Frequently used tilts. Down is the limit of the gimbal. */
function TiltPresets() {
  const words = useWords();
  const control = useCameraControl();
  return (
    <fieldset className={styles.tiltPresetsPresets}>
      <legend className="hidden-visually">{words.camera.tilts}</legend>
      {PRESETS.map(({ name, tiltDeg }) => (
        <Button key={name} onPress={() => control.aim({ tiltDeg })}>
          {words.camera.tiltPresets[name]}
        </Button>
      ))}
    </fieldset>
  );
}
