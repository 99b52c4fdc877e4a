"""Tilts the camera down in steps and takes a snapshot of each stream at each step: python camera_sweep.py FOLDER"""

import os
import sys
from functools import partial
from pathlib import Path

from kitestring import Client
from kitestring.models import CameraState
from kitestring.topics import CAMERA_STATE

TILTS_DEG = (0, 30, 60)
TOLERANCE_DEG = 1


def looks_down_by(tilt: float, state: CameraState) -> bool:
    return state.tilt_ned is not None and abs(state.tilt_ned - tilt) < TOLERANCE_DEG


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    url = os.environ.get("KITESTRING_URL", "http://127.0.0.1:3128")
    with Client(url, key=os.environ["KITESTRING_API_KEY"]) as client, client.hold_control("camera sweep"):
        streams = [stream.stream_id for stream in client.videostreams.list() if stream.can_do_snapshot]
        camera = client.topic(CAMERA_STATE)
        for tilt in TILTS_DEG:
            client.camera.rotate_to_angle(tilt_ned=tilt)
            camera.until(partial(looks_down_by, tilt))
            for stream in streams:
                file = folder / f"{stream}-{tilt:02}.jpg"
                file.write_bytes(client.videostreams.snapshot(stream))
                print(file)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
