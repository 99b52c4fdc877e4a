"""A station that answers as a test says, over a real socket: refusals, faults and breaks that a real one does not make on demand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from kitestring._timing import Timing


@dataclass
class Answer:
    """What is sent back. `cut_after` bytes of the body the connection breaks; `never` sends nothing."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    never: bool = False


@dataclass
class SentRequest:
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def token(self) -> str | None:
        return self.headers.get("authorization", "").removeprefix("Bearer ") or None


def ok(value: object) -> Answer:
    return Answer(body=json.dumps(value).encode())


def refusal(status: int, code: str, **headers: str) -> Answer:
    body = json.dumps({"code": code, "message": f"because of {code}"}).encode()
    return Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def grant(token: str, expires_in: int = 3600) -> Answer:
    session = {"id": "s", "plugin_id": "p", "scopes": [], "created_at": "2026-03-01T09:30:00Z"}
    return ok({**session, "access_token": token, "expires_in": expires_in})


NEVER = Answer(never=True)
BROKEN = Answer(cut_after=-1)
STATE = ok({"flight_state": "StandBy"})
ACCEPTED = Answer(202)


class ScriptedStation:
    """Plays `answers` in order. Token requests have answers of their own; without any: tokens t1, t2, ... for an hour."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.token_answers: list[Answer] = []
        self.token_requests = 0
        self.sent: list[SentRequest] = []
        self._asked = asyncio.Condition()
        self.url = ""

    async def __aenter__(self) -> ScriptedStation:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.close()

    @property
    def tokens(self) -> list[str | None]:
        return [request.token for request in self.sent]

    async def is_asked(self, times: int) -> None:
        """Waits until so many requests have come."""
        async with self._asked:
            await self._asked.wait_for(lambda: len(self.sent) >= times)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._answer(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        request = await _read(reader)
        if request.path.endswith("/auth/token/request"):
            self.token_requests += 1
            answer = self.token_answers.pop(0) if self.token_answers else grant(f"t{self.token_requests}")
        else:
            async with self._asked:
                self.sent.append(request)
                self._asked.notify_all()
            assert self.answers, f"the test has no answer to {request}"
            answer = self.answers.pop(0)
        if answer.never:
            await reader.read()
            return False
        if answer.cut_after is not None and answer.cut_after < 0:
            return False
        headers = {"content-length": str(len(answer.body)), **answer.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        body = b"" if request.method == "HEAD" else answer.body[: answer.cut_after]
        writer.write(f"HTTP/1.1 {answer.status} X\r\n{head}\r\n".encode() + body)
        await writer.drain()
        return answer.cut_after is None


async def _read(reader: asyncio.StreamReader) -> SentRequest:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    line, *lines = head.strip().split("\r\n")
    method, path, _ = line.split(" ")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return SentRequest(method, path, headers, json.loads(body) if body else None)


class VirtualTime:
    """Time that passes only in sleeps, which are noted and cost none; and chance that is always the same."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.slept_s: list[float] = []
        self.timing = Timing(lambda: self.now_s, self._sleep, lambda: 0.5)

    async def _sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        self.now_s += seconds
        await asyncio.sleep(0)
