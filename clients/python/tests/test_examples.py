"""The examples, as a user runs them, and that the README shows what they are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import RunningStation

from kitestring import Client, StationFault
from kitestring.topics import RECORDINGS_STATE

FOLDER = Path(__file__).parents[1]


def run(example: str, *args: object, url: str, key: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, FOLDER / "examples" / f"{example}.py", *map(str, args)],
        env={**os.environ, "KITESTRING_URL": url, "KITESTRING_API_KEY": key, "PYTHONPATH": str(FOLDER / "src")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_demonstration_flight_prints_its_telemetry(station: RunningStation, client: Client) -> None:
    done = run("demonstration_flight", url=station.url, key=station.key)
    assert (done.returncode, done.stderr) == (0, "")
    states = list(dict.fromkeys(line.split()[0] for line in done.stdout.splitlines() if ":" not in line))
    assert states == ["StandBy", "TakingOff", "Flying", "Landing"]
    assert client.flight.state().flight_state == "StandBy"


def test_a_sequential_flight_waits_for_each_altitude(station: RunningStation, client: Client) -> None:
    done = run("sequential_flight", url=station.url, key=station.key)
    assert (done.returncode, done.stderr) == (0, "")
    *altitudes, last = done.stdout.splitlines()
    assert [float(line.split()[1]) for line in altitudes] == pytest.approx([5, 12, 8], abs=1)
    assert last == "landed"
    assert client.handoff.state().controlling_client is None


def test_a_camera_sweep_takes_its_snapshots(station: RunningStation, client: Client, tmp_path: Path) -> None:
    wait_for_pictures(client)
    done = run("camera_sweep", tmp_path, url=station.url, key=station.key)
    assert (done.returncode, done.stderr) == (0, "")
    files = [Path(line) for line in done.stdout.splitlines()]
    streams = [stream for stream in client.videostreams.list() if stream.can_do_snapshot]
    assert len(files) == 3 * len(streams) > 0
    assert all(file.read_bytes().startswith(b"\xff\xd8") for file in files)


def wait_for_pictures(client: Client) -> None:
    """On a busy machine the first picture of a camera takes longer than a client waits."""
    for attempts_left in range(19, -1, -1):
        try:
            client.videostreams.snapshot(client.videostreams.list()[0].stream_id)
            return
        except StationFault:
            if attempts_left == 0:
                raise


def test_a_recording_is_downloaded(station: RunningStation, client: Client, tmp_path: Path) -> None:
    client.videostreams.list()
    client.recordings.start()
    client.recordings.stop()
    state = client.topic(RECORDINGS_STATE).until(lambda state: not state.is_recording)
    done = run("recording_download", tmp_path, url=station.url, key=station.key)
    assert (done.returncode, done.stderr) == (0, "")
    assert state.recording_id is not None
    sizes = {video.file_id: video.size for video in client.recordings.get(state.recording_id).videos}
    assert {file.name: file.stat().st_size for file in (tmp_path / state.recording_id).iterdir()} == sizes
    assert "100% of" in done.stdout


def test_a_pinned_key_is_trusted_and_another_is_not(station: RunningStation) -> None:
    done = run("pinned_key", station.pin, url=station.https_url, key=station.key)
    assert (done.returncode, done.stdout.rstrip().endswith(": StandBy")) == (0, True)
    other = run("pinned_key", "sha256//" + "A" * 43 + "=", url=station.https_url, key=station.key)
    assert (other.returncode, other.stdout) == (1, "")
    assert other.stderr.startswith("this is another station: ")


def test_the_readme_shows_what_the_examples_are() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    files = [*sorted((FOLDER / "examples").glob("*.py")), FOLDER / "../../examples/pytest/test_flight.py"]
    examples = [re.sub(r"^ +", "", file.read_text(), flags=re.MULTILINE) for file in files]
    assert len(blocks) >= len(examples)
    for block in blocks:
        lines = re.sub(r"^ +", "", block, flags=re.MULTILINE)
        assert any(lines in example for example in examples), block
