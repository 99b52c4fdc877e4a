"""One real station for all tests: simulated, twenty times as fast as real time, on a free port, with its data in a temporary folder."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from kitestring import Client
from kitestring.topics import FLIGHT_STATE

ROOT = Path(__file__).parents[3]
START_WITHIN_S = 60
COMMAND = [
    *("node", "scripts/node.mjs", "packages/cli/bin/kitestring.mjs", "serve", "--port", "0", "--sim-speed", "20", "--seed", "1"),
    *("--video-rtsp-port", "0", "--video-rtsps-port", "0", "--console-enabled", "false", "--flight-log-on", "false"),
]


@dataclass(frozen=True)
class RunningStation:
    url: str
    key: str
    pin: str
    data_dir: Path
    token: str = ""
    """For tests that do not care where it comes from: token requests are limited."""

    @property
    def https_url(self) -> str:
        return self.url.replace("http:", "https:")

    def client(self) -> Client:
        return Client(self.url, token=self.token)


@pytest.fixture(scope="session")
def station(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStation]:
    with running_station(tmp_path_factory.mktemp("station")) as station:
        yield station


@contextmanager
def running_station(folder: Path, *flags: str) -> Iterator[RunningStation]:
    """A station of its own, with further flags; ended with the block."""
    key = secrets.token_urlsafe(24)
    log, banner = folder / "log", folder / "banner"
    with log.open("wb") as out, banner.open("wb") as err:
        process = subprocess.Popen(
            [*COMMAND, "--data-dir", str(folder / "data"), *flags],
            cwd=ROOT,
            env={**os.environ, "KITESTRING_API_KEY": key},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
    try:
        pin = _wait_for(process, _pin, banner)
        url = _wait_for(process, _listening_url, log)
        with Client(url, key=key) as client:
            # The token is given back at the end of all tests.
            token = client.auth.token_request(key, token_name="tests").access_token
            yield RunningStation(url, key, pin, folder / "data", token)
    finally:
        process.terminate()
        assert process.wait(30) == 0, banner.read_text()


def _listening_url(log: Path) -> str | None:
    lines = [json.loads(line) for line in log.read_text().splitlines(keepends=True) if line.endswith("\n")]
    return next((str(line["url"]) for line in lines if line["msg"] == "listening"), None)


def _pin(banner: Path) -> str | None:
    match = re.search(r"sha256//\S{44}", banner.read_text())
    return match and match[0]


def _wait_for(process: subprocess.Popen[bytes], read: Callable[[Path], str | None], file: Path) -> str:
    """A file tells of no change: it is read again until the station has written what is wanted, or has ended."""
    end_s = time.monotonic() + START_WITHIN_S
    while (value := read(file)) is None:
        assert process.poll() is None, file.read_text()
        assert time.monotonic() < end_s, f"the station did not start in {START_WITHIN_S} s: {file.read_text()}"
        time.sleep(0.02)
    return value


@pytest.fixture
def client(station: RunningStation) -> Iterator[Client]:
    """A client of the station; the Kite is on the ground before and after."""
    with station.client() as client:
        yield client
        land(client)


def land(client: Client) -> None:
    """Lands the Kite, whatever it is doing, and clears all faults."""
    client.sim.faults_clear()
    state = client.flight.state().flight_state
    if state in ("Flying", "TakingOff"):
        client.flight.land()
    if state != "StandBy":
        client.topic(FLIGHT_STATE).until(lambda state: state.flight_state == "StandBy")
