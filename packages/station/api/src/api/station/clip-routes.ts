import { refuse } from '@kitestring/station-contract/refusal.ts';
import { makeClip } from '@kitestring/station-contract/station/clip-operations.ts';
import type { RecordingFile } from '@kitestring/station-core/ports';
import type { Recordings } from '@kitestring/station-core/recordings';
import type { ClipMaker } from '@kitestring/video-host/recordings/clip-file.ts';
import { type Route, route } from '@kitestring/web/http';
import { DownloadSlots, TOO_MANY_DOWNLOADS } from '@kitestring/web/limits';

/** Without recordings requests are checked as usual, and then refused. */
export function clipRoutes(
  recordings: Pick<Recordings, 'file'> | undefined,
  slots: DownloadSlots = new DownloadSlots(),
): readonly Route[] {
  let maker: ClipMaker | undefined;
  return [
    route(makeClip, async ({ body, caller, exchange: { response } }) => {
      if (recordings === undefined) return refuse('VIDEO_UNAVAILABLE.noRecorder');
      const films: RecordingFile[] = [];
      for (const { file_id: fileId = 'main.mp4', recording_id: id } of body.clips) {
        const film = await recordings.file(id, fileId);
        if (!film.ok) return film;
        films.push(film.value);
      }
      if (!slots.take(caller.sessionId, response)) return TOO_MANY_DOWNLOADS;
      try {
        // Loaded with the first clip, not by every start.
        const clips = await import('@kitestring/video-host/recordings/clip-file.ts');
        maker ??= new clips.ClipMaker();
        const made = await maker.make(body, films);
        if (!made.ok) return made;
        const headers = ['Content-Disposition', `attachment; filename="${films[0]?.recordingId}-clip.mp4"`];
        return { status: 200, ...made.value, mediaType: 'video/mp4', headers };
      } catch (fault) {
        return (fault as NodeJS.ErrnoException).code === 'ENOENT'
          ? refuse('RECORDING_NOT_FOUND.noRecording', { recording: films.map(({ recordingId }) => recordingId).join() })
          : refuse('STORAGE_UNAVAILABLE.unreadable');
      }
    }),
  ];
}
