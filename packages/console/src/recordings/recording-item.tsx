import type { Recording, VideoFile } from '@kitestring/contract/recordings/recording.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { bytesText } from '../kit/bytes-text.ts';
import { BinIcon, DownloadIcon, FilmIcon, PlayIcon } from '../kit/icons.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useTimeText } from '../kit/use-time-text.ts';
import { useWords } from '../words/words-context.tsx';
import { FilmPlayer } from './film-player.tsx';
import styles from './recording-item.module.css';
import { startOf } from './recording-start.ts';
import { sizeOf } from './recordings-list.ts';
import { RemoveRecording } from './remove-recording.tsx';
import { type Download, useDownload } from './use-download.ts';
import { useFileUrl } from './use-file-url.ts';

const TELEMETRY = 'telemetry.mcap';

export interface RecordingItemProps {
  readonly recording: Recording;
  readonly onRemoved: () => void;
}

/** One recording: its picture, when it began, and what can be done with it. */
export function RecordingItem({ onRemoved, recording }: RecordingItemProps) {
  const words = useWords();
  const timeText = useTimeText();
  const [played, setPlayed] = useState<VideoFile>();
  const [isRemoving, setIsRemoving] = useState(false);
  const { is_being_recorded: isRunning, recording_id: id, videos } = recording;
  const download = useDownload(id);
  const began = timeText(startOf(id)) ?? id;
  return (
    <li className={styles.item} aria-label={words.recordings.item(began)}>
      {/* The picture is made while it is recorded: looked for again at the end. */}
      <Picture key={String(isRunning)} id={id} />
      <div className={styles.facts}>
        <h3 className="figures">{began}</h3>
        <p className="quiet small figures">
          {bytesText(sizeOf(recording))}
          {isRunning && ` · ${words.recordings.isRunning}`}
        </p>
      </div>
      <div className={styles.actions}>
        {videos.map((video) => (
          <FilmActions key={video.file_id} video={video} download={download} onPlay={() => setPlayed(video)} />
        ))}
        <div className={styles.film}>
          <span className="small">{words.recordings.telemetry}</span>
          <Button
            look="ghost"
            isSquare
            aria-label={words.recordings.download(words.recordings.telemetry)}
            isDisabled={download.percent !== undefined}
            onPress={() => void download.start(TELEMETRY)}
          >
            <DownloadIcon />
          </Button>
          <Button
            look="ghost"
            isSquare
            aria-label={words.recordings.remove}
            isDisabled={isRunning}
            onPress={() => setIsRemoving(true)}
          >
            <BinIcon />
          </Button>
        </div>
      </div>
      <DownloadState download={download} />
      {played !== undefined && <FilmPlayer video={played} began={began} onClose={() => setPlayed(undefined)} />}
      {isRemoving && (
        <RemoveRecording id={id} began={began} onRemoved={onRemoved} onClose={() => setIsRemoving(false)} />
      )}
    </li>
  );
}

function Picture({ id }: { readonly id: string }) {
  const url = useFileUrl(id, 'main.jpg');
  return url === undefined ? (
    <span className={styles.noPicture}>
      <FilmIcon />
    </span>
  ) : (
    <img className={styles.picture} src={url} alt="" />
  );
}

interface FilmActionsProps {
  readonly video: VideoFile;
  readonly download: Download;
  readonly onPlay: () => void;
}

function FilmActions({ download, onPlay, video }: FilmActionsProps) {
  const words = useWords();
  const name = words.recordings.films[video.type];
  return (
    <div className={styles.film}>
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
        isDisabled={download.percent !== undefined}
        onPress={() => void download.start(video.file_id)}
      >
        <DownloadIcon />
      </Button>
    </div>
  );
}

function DownloadState({ download }: { readonly download: Download }) {
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
