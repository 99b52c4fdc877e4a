import { Button } from '@kitestring/console-ui/button.tsx';
import { FullScreenIcon, PinIcon } from '@kitestring/console-ui/icons.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { useEffect } from 'react';
import { useLargeMap } from '../map/large-map-choice.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { receivedFile, saveFile } from '../parts/save-file.ts';
import { useHasJustChanged } from '../parts/use-has-just-changed.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useLocating } from '../place/locating.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { LateTool } from '../shell/late-drawers.tsx';
import { useStation } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import { type Command, useCommand } from '../station/use-command.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { fetchThermalEarly } from '../thermal/late-thermal.tsx';
import { useThermalTools } from '../thermal/thermal-tools.ts';
import { useWords } from '../words/words-context.tsx';
import { CaptureNoticeLine, notices } from './capture-notice.tsx';
import { EdgeTrouble } from './edge-trouble.tsx';
import { snapshotName } from './picture-text.ts';
import styles from './stage-bar.module.css';
import { LeaveFullScreenIcon, MapIcon, RecordIcon, SnapshotIcon, StopIcon, ThermometerIcon } from './stage-icons.tsx';
import { StreamSwitch } from './stream-switch.tsx';
import { takenSnapshot } from './taken-snapshot.ts';
import { useStage } from './use-stage.ts';

interface StageBarProps {
  readonly isFull: boolean;
  /** Undefined if the browser does not support it. */
  readonly onFull: (() => void) | undefined;
}

/** Controls below the picture. */
export function StageBar({ isFull, onFull }: StageBarProps) {
  const words = useWords();
  const { inset, main, tiles } = useStage();
  const { isLarge: isMapLarge } = useLargeMap();
  const snapshot = useSnapshot();
  const palette = useCommand((client, streamId: string, thermal_color_palette: ThermalColorPalette) =>
    client.videostreams.setPalette({ stream_id: streamId }, { thermal_color_palette }),
  );
  const { link } = useStation();
  const record = useCommand(async ({ recordings }, isStart: boolean) => {
    if (isStart) return await recordings.startRecording();
    const { recording_id: captureId } = await recordings.getRecordingsState();
    await recordings.stopRecording();
    if (captureId !== undefined) notices(link).show({ kind: 'recording', captureId });
  });
  const troubled = [snapshot, palette, record].find(({ trouble }) => trouble !== undefined);
  const whyNotCamera = useWhyNotText('camera');
  const thermal = [main, inset, ...tiles].find((stream) => stream?.type === 'Thermal');
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.video.title}>
      <EdgeTrouble text={troubled?.trouble} onClose={() => troubled?.forget()} />
      <StreamSwitch />
      <CaptureNoticeLine />
      <Off why={whyNotCamera}>
        <span className={styles.gap}>
          <OffReason />
        </span>
      </Off>
      <div className={styles.tools}>
        {thermal !== undefined && (
          <Off why={whyNotCamera}>
            <OffReason isHidden />
            <LateTool
              name="PaletteMenu"
              streamId={thermal.stream_id}
              onChoose={(chosen) => void palette.send(thermal.stream_id, chosen)}
            />
          </Off>
        )}
        {!isMapLarge && <ThermalButton />}
        <MapButton />
        <LocateButton />
        {!isMapLarge && <LateTool name="SecondPictureMenu" />}
        <Off why={useWhyNotText('snapshot')}>
          <OffReason isHidden />
          <SnapshotButton command={snapshot} stream={main} />
        </Off>
        <RecordButton command={record} />
        {onFull !== undefined && (
          <Button isSquare aria-label={isFull ? words.video.leaveFullScreen : words.video.fullScreen} onPress={onFull}>
            {isFull ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Temperatures: everyone who may watch may measure. */
function ThermalButton() {
  const words = useWords();
  const { streams } = useStage();
  const { choose, isOn } = useThermalTools();
  const hasThermal = streams?.some(({ type }) => type === 'Thermal') === true;
  useEffect(() => {
    if (hasThermal) fetchThermalEarly();
  }, [hasThermal]);
  if (!hasThermal) return null;
  return (
    <Button
      isSquare
      look={isOn ? 'primary' : 'plain'}
      aria-label={words.video.temperatures}
      aria-pressed={isOn}
      onPress={() => choose({ isOn: !isOn })}
    >
      <ThermometerIcon />
    </Button>
  );
}

/** Swaps map and picture. */
function MapButton() {
  const words = useWords();
  const { isLarge, toggle } = useLargeMap();
  return (
    <Button
      isSquare
      look={isLarge ? 'primary' : 'plain'}
      aria-label={words.map.open}
      aria-pressed={isLarge}
      onPress={toggle}
    >
      <MapIcon />
    </Button>
  );
}

/** Position query: clicks select points while it is on. Off with stale data, which would give a wrong position. */
function LocateButton() {
  const words = useWords();
  const { isOn, toggle } = useLocating();
  return (
    <Off why={useWhyNotText('snapshot')}>
      <OffReason isHidden />
      <Button
        isSquare
        look={isOn ? 'primary' : 'plain'}
        aria-label={words.place.title}
        aria-pressed={isOn}
        onPress={toggle}
      >
        <PinIcon />
      </Button>
    </Off>
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
      data-tool="snapshot"
      aria-label={words.video.snapshot}
      isPending={command.isBusy}
      isDisabled={stream?.can_do_snapshot !== true}
      onPress={() => stream !== undefined && void command.send(stream.stream_id)}
    >
      <SnapshotIcon />
    </Button>
  );
}

/** Starts and ends a recording of all streams. */
function RecordButton({ command }: { readonly command: Command<[start: boolean]> }) {
  const words = useWords();
  const isRecording = useTopicPart('recordings/state', ({ is_recording }) => is_recording);
  const isFull = useNotifications().active.some(({ code }) => code === NOTIFICATIONS.STORAGE_FULL.code);
  const name = isRecording ? words.video.stopRecording : words.video.record;
  const whyNot = useWhyNotText(isRecording ? 'command' : 'camera');
  const hasJustChanged = useHasJustChanged(isRecording?.toString());
  return (
    <Off why={whyNot ?? (isFull && isRecording === false ? words.video.storageFull : undefined)}>
      <OffReason isHidden />
      <Button
        isSquare
        data-tool="record"
        aria-label={name}
        isPending={command.isBusy || hasJustChanged}
        isDisabled={isRecording === undefined}
        onPress={() => void command.send(!isRecording)}
      >
        <span className={styles.icon}>{isRecording ? <StopIcon /> : <RecordIcon />}</span>
      </Button>
    </Off>
  );
}

/** Takes a snapshot in the full size of a stream, stores it at the station and saves it as a file. */
function useSnapshot(): Command<[streamId: string]> {
  const { facts, link, signedIn } = useStation();
  const words = useWords();
  const { isUtc } = usePreferences().preferences;
  const { flash, show } = notices(link);
  return useCommand(async (client, streamId) => {
    show(undefined);
    const { notice, response } = await takenSnapshot(client, streamId, {
      mayKeep: signedIn.scopes.includes('control'),
      textOf: (error) => troubleText(error, words),
    });
    flash();
    const takenAtMs = link.clock.nowMs() ?? Date.now();
    const offsetMin = isUtc ? 0 : -new Date(takenAtMs).getTimezoneOffset();
    const picture = await receivedFile(response, words);
    saveFile(picture, snapshotName(facts.stationName, streamId, takenAtMs, offsetMin));
    show(notice);
  });
}
