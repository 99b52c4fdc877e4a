from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import anyio
import httpx

from ._channel import Channel, Request, connection_fault
from ._operation import Call, Operation
from ._timing import Timing
from ._tokens import Tokens
from .errors import ApiError, ConnectionFault, RecordingChanged, TimedOut
from .generated.asynchronous import RecordingsOperations

_FILE: Operation[None] = Operation("recordings.file", "GET", "/api/v1/recordings/{recording_id}/{file_id}", None)
_FILE_HEAD: Operation[None] = Operation("recordings.file", "HEAD", _FILE.path, None)
CHUNK_WITHIN_S = 30.0
"""A body of which no byte comes for so long is aborted and resumed."""
MAX_BREAKS = 4
"""Breaks in a row without a byte in between, after which the error is the caller's."""
BREAK_DELAY_S = 0.5


@dataclass(frozen=True)
class Progress:
    """How far a download is."""

    received_bytes: int
    """From the beginning of the file, with those of an earlier download that is resumed."""
    total_bytes: int


ProgressCallback: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class _Position:
    """How far a file has been read, and which version of it."""

    offset: int
    total: int
    etag: str


class Recordings(RecordingsOperations):
    """The operations of `recordings`, and their files as streams."""

    def __init__(self, call: Call, channel: Channel, tokens: Tokens, timing: Timing) -> None:
        super().__init__(call)
        self._channel = channel
        self._tokens = tokens
        self._timing = timing

    async def stream(self, recording_id: str, file_id: str, *, progress: ProgressCallback | None = None) -> AsyncGenerator[bytes, None]:
        """The bytes of a file, up to its present size. A broken connection is resumed. Raises RecordingChanged if the file changes."""
        head = await self._head(recording_id, file_id)
        async with aclosing(self._read(recording_id, file_id, head, progress)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def download(
        self,
        recording_id: str,
        file_id: str,
        to: str | os.PathLike[str],
        *,
        progress: ProgressCallback | None = None,
    ) -> Path:
        """
        Writes a file to `to`, a path or a folder, and returns its path. What an earlier call has left in `*.part` beside it is resumed,
        unless the file has changed. The name is there only when the file is whole.
        """
        target = _target(Path(to), file_id)
        head = await self._head(recording_id, file_id)
        part = target.with_name(f"{target.name}.{re.sub('[^A-Za-z0-9]', '', head.etag)}.part")
        with part.open("ab") as file:
            received = file.tell()
            position = _Position(received if received <= head.total else 0, head.total, head.etag)
            file.truncate(position.offset)
            async for chunk in self._read(recording_id, file_id, position, progress):
                await asyncio.to_thread(file.write, chunk)
        part.replace(target)
        return target

    async def _head(self, recording_id: str, file_id: str) -> _Position:
        path = {"recording_id": recording_id, "file_id": file_id}
        # Not compressed, for the length and the name of this version are those of the file itself.
        headers = {"accept-encoding": "identity"}
        try:
            response = await self._channel.send(Request(_FILE_HEAD, path=path, headers=headers), self._tokens)
        except ApiError:
            # An answer to HEAD has no body, and so no reason: this one has.
            response = await self._channel.send(Request(_FILE, path=path, is_stream=True), self._tokens)
            await response.aclose()
        return _Position(0, int(response.headers["content-length"]), response.headers.get("etag", ""))

    async def _read(
        self, recording_id: str, file_id: str, position: _Position, progress: ProgressCallback | None
    ) -> AsyncGenerator[bytes, None]:
        received, breaks = position.offset, 0
        if progress is not None:
            progress(Progress(received, position.total))
        while received < position.total:
            try:
                async with aclosing(self._part(recording_id, file_id, received, position)) as chunks:
                    async for chunk in chunks:
                        received, breaks = received + len(chunk), 0
                        yield chunk
                        if progress is not None:
                            progress(Progress(received, position.total))
            except ConnectionFault:
                breaks += 1
                if breaks >= MAX_BREAKS:
                    raise
                await self._timing.sleep(BREAK_DELAY_S * 2 ** (breaks - 1))

    async def _part(self, recording_id: str, file_id: str, first: int, position: _Position) -> AsyncGenerator[bytes, None]:
        path = {"recording_id": recording_id, "file_id": file_id}
        # To the size that it had: a file that grows meanwhile would have no end.
        headers = {"range": f"bytes={first}-{position.total - 1}", "if-range": position.etag}
        response = await self._channel.send(Request(_FILE, path=path, headers=headers, is_stream=True), self._tokens)
        try:
            if response.status_code != 206:
                raise RecordingChanged(f"{file_id} of {recording_id} has changed during the download: begin again")
            # As they come: what is collected to larger ones is lost when the connection breaks.
            chunks = response.aiter_raw()
            while (chunk := await _next(chunks, self._channel.url)) is not None:
                yield chunk
        finally:
            await response.aclose()


def _target(to: Path, file_id: str) -> Path:
    return to / file_id if to.is_dir() else to


async def _next(chunks: AsyncIterator[bytes], url: str) -> bytes | None:
    try:
        with anyio.move_on_after(CHUNK_WITHIN_S):
            return await anext(chunks, None)
    except (httpx.HTTPError, OSError) as error:
        raise connection_fault(error, url) from error
    raise TimedOut(f"no further byte from {url} in {CHUNK_WITHIN_S:g} s")
