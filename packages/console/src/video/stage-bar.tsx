import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import { Button } from '../kit/button.tsx';
import { type Command, useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { EdgeTrouble } from './edge-trouble.tsx';
import { IconMenu } from './icon-menu.tsx';
import { PaletteMenu } from './palette-menu.tsx';
import { RecordButton } from './record-button.tsx';
import styles from './stage-bar.module.css';
import { FullScreenIcon, LeaveFullScreenIcon, SecondPictureIcon, SnapshotIcon } from './stage-icons.tsx';
import { StreamSwitch } from './stream-switch.tsx';
import { useSnapshot } from './use-snapshot.ts';
import { useStage, useStreamName } from './use-stage.ts';

export interface StageBarProps {
  readonly isFull: boolean;
  /** Undefined where the browser cannot. */
  readonly onFull: (() => void) | undefined;
}

/** What can be done with the picture, below it. */
export function StageBar({ isFull, onFull }: StageBarProps) {
  const words = useWords();
  const { inset, main } = useStage();
  const snapshot = useSnapshot();
  const palette = useCommand((client, streamId: string, thermal_color_palette: ThermalColorPalette) =>
    client.videostreams.setPalette({ stream_id: streamId }, { thermal_color_palette }),
  );
  const record = useCommand(({ recordings }, isStart: boolean) =>
    isStart ? recordings.startRecording() : recordings.stopRecording(),
  );
  const troubled = [snapshot, palette, record].find(({ trouble }) => trouble !== undefined);
  const thermal = [main, inset].find((stream) => stream?.type === 'Thermal');
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.video.title}>
      <EdgeTrouble text={troubled?.trouble} onClose={() => troubled?.forget()} />
      <StreamSwitch />
      <span className={styles.gap} />
      {thermal !== undefined && (
        <PaletteMenu streamId={thermal.stream_id} onChoose={(chosen) => void palette.send(thermal.stream_id, chosen)} />
      )}
      <SecondPictureMenu />
      <SnapshotButton command={snapshot} stream={main} />
      <RecordButton command={record} />
      {onFull !== undefined && (
        <Button isSquare aria-label={isFull ? words.video.leaveFullScreen : words.video.fullScreen} onPress={onFull}>
          {isFull ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
        </Button>
      )}
    </div>
  );
}

const NONE = 'none';

function SecondPictureMenu() {
  const words = useWords();
  const nameOf = useStreamName();
  const { chooseInset, inset, main, streams = [] } = useStage();
  const others = streams.filter(({ stream_id }) => stream_id !== main?.stream_id);
  if (others.length === 0) return null;
  const options = others.map(({ stream_id: id }) => ({ id, name: nameOf(id) }));
  return (
    <IconMenu
      label={words.video.second}
      icon={<SecondPictureIcon />}
      options={[{ id: NONE, name: words.video.noSecond }, ...options]}
      value={inset?.stream_id ?? NONE}
      onChoose={(id) => chooseInset(id === NONE ? undefined : id)}
    />
  );
}

function SnapshotButton(props: {
  readonly command: Command<[streamId: string]>;
  readonly stream: VideoStreamInfo | undefined;
}) {
  const words = useWords();
  const { command, stream } = props;
  return (
    <Button
      isSquare
      aria-label={words.video.snapshot}
      isPending={command.isBusy}
      isDisabled={stream?.can_do_snapshot !== true}
      onPress={() => stream !== undefined && void command.send(stream.stream_id)}
    >
      <SnapshotIcon />
    </Button>
  );
}
