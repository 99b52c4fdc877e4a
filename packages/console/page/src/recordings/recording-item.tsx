import { Button } from '@kitestring/console-ui/button.tsx';
import {
  BinIcon,
  BookmarkIcon,
  DownloadIcon,
  PencilIcon,
  PlayIcon,
  RecordingsIcon,
} from '@kitestring/console-ui/icons.tsx';
import { Off, OffReason } from '@kitestring/console-ui/off.tsx';
import { bytesText, durationText } from '@kitestring/console-ui/quantity-text.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import type { Capture } from '@kitestring/station-contract/station/captures.ts';
import { useState } from 'react';
import { ConfirmCommand } from '../parts/confirm-command.tsx';
import { receivedFile, saveFile } from '../parts/save-file.ts';
import { useTimeText } from '../parts/use-time.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { DRAWER_COVERS_PICTURE, openDrawer } from '../shell/route.ts';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { EditCapture } from './edit-capture.tsx';
import { usePlayed } from './played-recording.ts';
import styles from './recording-item.module.css';
import { useInView, useThumbnail } from './use-captures.ts';
import { type ShownDownload, useDownload } from './use-download.ts';

interface RemoveRecordingProps extends CaptureProps {
  readonly onClose: () => void;
}

/** Asks for confirmation before a recording or a snapshot is deleted. */
function RemoveRecording({ began, capture, onClose }: RemoveRecordingProps) {
  const { recordings: words } = useWords();
  const { capture_id: id, kind } = capture;
  const isSnapshot = kind === 'snapshot';
  return (
    <ConfirmCommand
      title={isSnapshot ? words.removeSnapshotTitle : words.removeTitle}
      action={words.removeYes}
      command={({ recordings, station }) =>
        isSnapshot ? station.deleteSnapshot({ capture_id: id }) : recordings.deleteRecording({ recording_id: id })
      }
      onClose={onClose}
    >
      <p>{isSnapshot ? words.removeSnapshotText(began) : words.removeText(began)}</p>
    </ConfirmCommand>
  );
}

const TELEMETRY = 'telemetry.mcap';

/** One recording: picture, start time, length and actions. */
export function RecordingItem({ capture }: { readonly capture: Capture }) {
  const words = useWords();
  const timeText = useTimeText();
  const { play } = usePlayed();
  const { capture_id: id, is_being_recorded: isRunning, videos } = capture;
  const download = useDownload(id);
  const began = timeText(capture.started) ?? id;
  return (
    <li className={styles.item} aria-label={words.recordings.item(capture.name || began)}>
      {/* The picture is created during the recording: loaded again at its end. */}
      <Picture key={String(isRunning)} id={id} />
      <CaptureFacts capture={capture} began={began} />
      <div className={styles.actions}>
        {videos.map((video) => (
          <VideoFileActions
            key={video.file_id}
            video={video}
            download={download}
            onPlay={() => {
              play({ video, began });
              // Width below which the drawer would cover the video.
              if (matchMedia(DRAWER_COVERS_PICTURE).matches) openDrawer(undefined);
            }}
          />
        ))}
        <div className={styles.video}>
          <span className="small">{words.recordings.telemetry}</span>
          <Button
            look="ghost"
            isSquare
            aria-label={words.recordings.download(words.recordings.telemetry)}
            isPending={download.percent !== undefined}
            onPress={() => void download.start(TELEMETRY)}
          >
            <DownloadIcon />
          </Button>
          <CaptureButtons capture={capture} began={began} />
        </div>
      </div>
      <DownloadState download={download} />
    </li>
  );
}

/** One stored snapshot. */
export function SnapshotItem({ capture }: { readonly capture: Capture }) {
  const all = useWords();
  const { recordings: words } = all;
  const timeText = useTimeText();
  const { capture_id: id } = capture;
  const taken = timeText(capture.started) ?? id;
  const download = useCommand(async ({ station }) => {
    const response = await station.getKeptSnapshot({ capture_id: id });
    saveFile(await receivedFile(response, all), `${id}.jpg`);
  });
  return (
    <li className={styles.item} aria-label={words.snapshot(capture.name || taken)}>
      <Picture id={id} />
      <CaptureFacts capture={capture} began={taken} />
      <div className={styles.actions}>
        <div className={styles.video}>
          <Button
            look="ghost"
            isSquare
            aria-label={words.download(words.kinds.snapshot)}
            isPending={download.isBusy}
            onPress={() => void download.send()}
          >
            <DownloadIcon />
          </Button>
          <CaptureButtons capture={capture} began={taken} />
        </div>
        <Trouble text={download.trouble} />
      </div>
    </li>
  );
}

interface CaptureProps {
  readonly capture: Capture;
  readonly began: string;
}

/** Name, time, length and size of a capture. */
function CaptureFacts({ began, capture }: CaptureProps) {
  const { flights, recordings: words } = useWords();
  const timeText = useTimeText();
  const { duration_s, flight, incident, is_being_recorded: isRunning, kind, name, note, size } = capture;
  const quantities = useQuantities();
  const facts = [
    ...(name === '' ? [] : [began]),
    isRunning ? words.isRunning : kind === 'snapshot' ? words.kinds.snapshot : durationText(duration_s),
    ...(isRunning ? [] : [bytesText(size, quantities.number)]),
  ];
  return (
    <div className={styles.facts}>
      <h3 className={name === '' ? 'figures' : styles.name}>{name || began}</h3>
      <p className="quiet small figures">{facts.join(' · ')}</p>
      {flight !== undefined && <p className="quiet small figures">{flights.item(timeText(flight) ?? flight)}</p>}
      {incident !== undefined && <p className={styles.note}>{flights.incident(incident.number, incident.title)}</p>}
      {note !== '' && <p className={styles.note}>{note}</p>}
    </div>
  );
}

/** Bookmark, name and note, and deletion. */
function CaptureButtons({ began, capture }: CaptureProps) {
  const { recordings: words } = useWords();
  const [asked, setAsked] = useState<'edit' | 'remove'>();
  const close = () => setAsked(undefined);
  const { capture_id, is_being_recorded: isRunning, is_bookmarked: isOn } = capture;
  const bookmark = useCommand(({ station }) => station.changeCapture({ capture_id }, { is_bookmarked: !isOn }));
  return (
    <>
      <Off why={useWhyNotText('annotate')}>
        <OffReason isHidden />
        <Button
          look="ghost"
          isSquare
          aria-label={isOn ? words.bookmarked : words.bookmark}
          aria-pressed={isOn}
          isPending={bookmark.isBusy}
          onPress={() => void bookmark.send()}
        >
          <BookmarkIcon isOn={isOn} />
        </Button>
        <Button look="ghost" isSquare aria-label={words.edit} onPress={() => setAsked('edit')}>
          <PencilIcon />
        </Button>
        <Trouble text={bookmark.trouble} />
        {asked === 'edit' && <EditCapture capture={capture} onClose={close} />}
      </Off>
      <Off why={useWhyNotText('command')}>
        <OffReason isHidden />
        <Button
          look="ghost"
          isSquare
          aria-label={words.remove}
          isDisabled={isRunning}
          onPress={() => setAsked('remove')}
        >
          <BinIcon />
        </Button>
      </Off>
      {asked === 'remove' && <RemoveRecording capture={capture} began={began} onClose={close} />}
    </>
  );
}

function Picture({ id }: { readonly id: string }) {
  const { place, wasInView } = useInView<HTMLSpanElement>();
  const url = useThumbnail(id, wasInView);
  return (
    <span ref={place} className={styles.noPicture}>
      {url === undefined ? <RecordingsIcon /> : <img className={styles.picture} src={url} alt="" />}
    </span>
  );
}

interface VideoFileActionsProps {
  readonly video: VideoFile;
  readonly download: ShownDownload;
  readonly onPlay: () => void;
}

function VideoFileActions({ download, onPlay, video }: VideoFileActionsProps) {
  const words = useWords();
  const name = words.recordings.videoTypes[video.type];
  return (
    <div className={styles.video}>
      <span className="small">{name}</span>
      <Button
        look="ghost"
        isSquare
        aria-label={words.recordings.play(name)}
        isDisabled={video.is_recording}
        onPress={onPlay}
      >
        <PlayIcon />
      </Button>
      <Button
        look="ghost"
        isSquare
        aria-label={words.recordings.download(name)}
        isPending={download.percent !== undefined}
        onPress={() => void download.start(video.file_id)}
      >
        <DownloadIcon />
      </Button>
    </div>
  );
}

function DownloadState({ download }: { readonly download: ShownDownload }) {
  const words = useWords();
  return (
    <div className={styles.download}>
      {download.percent !== undefined && (
        <p className="small figures">
          <progress value={download.percent} max={100} aria-label={words.recordings.downloading(download.percent)} />
          {words.recordings.downloading(download.percent)}
          <Button look="ghost" onPress={download.stop}>
            {words.recordings.stopDownload}
          </Button>
        </p>
      )}
      <Trouble text={download.trouble} />
    </div>
  );
}
