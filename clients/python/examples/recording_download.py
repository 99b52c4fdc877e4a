"""Downloads the newest recording; run again after a break, it resumes: python recording_download.py FOLDER"""

import os
import sys
from pathlib import Path

from kitestring import Client, Progress


def print_progress(progress: Progress) -> None:
    print(f"\r{progress.received_bytes / progress.total_bytes:4.0%} of {progress.total_bytes / 1e6:.1f} MB", end="")


def main(folder: Path) -> None:
    url = os.environ.get("KITESTRING_URL", "http://127.0.0.1:3128")
    with Client(url, key=os.environ["KITESTRING_API_KEY"]) as client:
        recordings = [recording for recording in client.recordings.list() if not recording.is_being_recorded]
        if not recordings:
            raise SystemExit("there is no recording")
        newest = max(recordings, key=lambda recording: recording.recording_id)
        # The files of all recordings have the same names.
        own = folder / newest.recording_id
        own.mkdir(parents=True, exist_ok=True)
        for video in newest.videos:
            path = client.recordings.download(newest.recording_id, video.file_id, own, progress=print_progress)
            print(f"  {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
