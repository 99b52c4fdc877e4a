"""A simulated Ground Station in a process of its own, for tests. `kitestring.pytest_plugin` has the fixture."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from .client import Client
from .errors import NotPossibleNow
from .models import JournalEntry

START_WITHIN_S = 60.0
_END_WITHIN_S = 10.0
_REQUEST_WITHIN_S = 60.0
_KEPT_LINES = 2000
_BEGINNING = "beginning-of-test"
"""Snapshot, and mark of the journal; a test may have others."""
_STANDARD_SETTINGS = {"video-enabled": "false", "console-enabled": "false", "seed": "1"}


class StationNotStarted(RuntimeError):
    """The station does not start; the message has its output."""


def installed_command(folder: Path) -> list[str]:
    """
    Program and first arguments that start the `kitestring` of an npm project in `folder` or above it, else the one in the PATH.

    Raises StationNotStarted where there is none.
    """
    for parent in (folder, *folder.parents):
        launcher = parent / "node_modules/kitestring/bin/kitestring.cjs"
        if launcher.exists():
            return ["node", str(launcher)]
    program = shutil.which("kitestring")
    if program is None:
        raise StationNotStarted("kitestring is not installed: npm install kitestring, or name its command with --kitestring-command")
    return [program]


class SimulatedStation:
    """
    A station on a free port, with an API key and a data folder of its own; ended by `stop` or with its `with` block.

    - `command`: program and first arguments that start `kitestring`.
    - `speed`: times real time, 0.1 to 1000; leases and tokens go as fast.
    - `settings`: flags of `kitestring serve` without their dashes. Video and console are off, and the seed is 1, where they are not named.

    Raises StationNotStarted, and ValueError for a setting that no flag can have.
    """

    url: str
    """`http://127.0.0.1:PORT`."""
    key: str
    """API key with every right."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        speed: float = 20,
        settings: Mapping[str, str] | None = None,
        start_within_s: float = START_WITHIN_S,
    ) -> None:
        flags = {**_STANDARD_SETTINGS, **(settings or {}), "sim-speed": f"{speed:g}"}
        for name in flags:
            if re.fullmatch(r"[a-z][a-z0-9-]*", name) is None:
                raise ValueError(f'settings: "{name}" is no flag of kitestring serve without its dashes')
        self._speed = speed
        self._folder = tempfile.TemporaryDirectory(prefix="kitestring-test-", ignore_cleanup_errors=True)
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._told = threading.Event()
        """The station answers, or its output has ended."""
        # The form of generated keys, whose check is fast.
        self.key = f"kite_{secrets.token_urlsafe(32)}"
        all_flags = {"port": "0", **flags, "data-dir": self._folder.name}
        try:
            # The command is the one that the user of the tests names.
            self._process = subprocess.Popen(  # noqa: S603
                [*command, "serve", *(part for name, value in all_flags.items() for part in (f"--{name}", value))],
                env={**os.environ, "KITESTRING_API_KEY": self.key, "KITESTRING_LOG_FORMAT": "json"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self._folder.cleanup()
            raise StationNotStarted(f"the station cannot be started: {error}") from None
        self.url = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._wait(start_within_s)
            self._controls = Client(self.url, key=self.key, timeout_s=_REQUEST_WITHIN_S)
            self._controls.sim.snapshots_take(_BEGINNING)
            self._controls.sim.journal_mark(mark=_BEGINNING)
        except BaseException:
            self._end()
            raise

    def client(self) -> Client:
        """A client with every right, to be closed: `with station.client() as client`."""
        return Client(self.url, key=self.key)

    def reset(self) -> None:
        """
        Back to the state at the start: aircraft, wind, faults, station time, notifications, speed. WebSockets are closed with 1012; tokens
        stay valid. Takes milliseconds.
        """
        self._controls.sim.snapshots_reset(_BEGINNING)
        self._controls.sim.clock_set(speed=self._speed, paused=False)
        self._lines.clear()
        self._controls.sim.journal_mark(mark=_BEGINNING)

    @property
    def journal(self) -> tuple[JournalEntry, ...]:
        """Requests since the start or the last reset, the oldest first, 1,000 at most; empty where a test has stopped the journal."""
        try:
            return self._controls.sim.journal(since=_BEGINNING, limit=1000).entries
        except NotPossibleNow:
            return ()

    @property
    def log(self) -> str:
        """Output of the station since the start or the last reset, 2,000 lines at most."""
        return "\n".join(self._lines.copy())

    @property
    def requests(self) -> str:
        """The journal as text, a line for each request."""
        return "\n".join(
            f"{entry.time.isoformat()} {entry.status or 'closed'} {entry.operation} {entry.code or ''}".rstrip() for entry in self.journal
        )

    def stop(self) -> None:
        """Ends the station and removes its data folder."""
        self._controls.close()
        self._end()

    def __enter__(self) -> SimulatedStation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(_END_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_END_WITHIN_S)
        self._folder.cleanup()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                self._lines.append(line.rstrip())
                if self.url == "" and (url := _listening_url(line)) is not None:
                    self.url = url
                    self._told.set()
        self._told.set()

    def _wait(self, within_s: float) -> None:
        if not self._told.wait(within_s):
            raise StationNotStarted(f"the station does not answer within {within_s:g} s\n{self.log}".rstrip())
        if self.url == "":
            raise StationNotStarted(f"the station ended with status {self._process.wait(_END_WITHIN_S)}\n{self.log}".rstrip())


def _listening_url(line: str) -> str | None:
    if "listening" not in line:
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    url = entry.get("url") if isinstance(entry, dict) else None
    return url.rstrip("/") if isinstance(url, str) else None
