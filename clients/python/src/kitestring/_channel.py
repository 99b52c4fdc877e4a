from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import anyio
import httpx

from ._json import decode, encode
from ._operation import Operation, T
from ._retry import retry_delay_s
from ._timing import Timing
from ._tokens import Tokens
from .errors import ApiError, ConnectionFault, NotAStation, TimedOut, Unreachable, Untrusted, api_error

KEEP_ALIVE_S = 2.0
"""Shorter than the 5 s after which servers commonly close an idle connection: a command on one that is being closed would fail."""
MAX_REFUSAL_BYTES = 64 * 1024


@dataclass(frozen=True)
class Request:
    """An operation with what goes into it."""

    operation: Operation[Any]
    path: Mapping[str, object] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_stream: bool = False
    """The body of a good answer is left for the caller to read, and to close."""


class Channel:
    """Sends requests: with token, limits of time, and retries where a second attempt does no harm."""

    def __init__(self, url: str, context: ssl.SSLContext | None, timeout_s: float, timing: Timing) -> None:
        self.url = url
        self._context = context
        self._timeout_s = timeout_s
        self._timing = timing
        self._http: httpx.AsyncClient | None = None

    async def send(self, request: Request, tokens: Tokens, timeout_s: float | None = None) -> httpx.Response:
        """A good answer. Raises ApiError or ConnectionFault."""
        is_renewed = False
        attempt = 0
        while True:
            attempt += 1
            # Outside of the retries: a token request has its own.
            token = await tokens.token() if request.operation.access == "token" else None
            try:
                return await self._attempt(request, token, timeout_s)
            except (ApiError, ConnectionFault) as error:
                # 401 comes before anything is done, so a command may be sent again too; once, or a wrong clock would loop here.
                is_refused = isinstance(error, ApiError) and error.status == 401
                if is_refused and token is not None and not is_renewed and tokens.refused(token):
                    is_renewed = True
                    continue
                delay_s = retry_delay_s(request.operation, error, attempt, self._timing.random())
                if delay_s is None:
                    raise
            await self._timing.sleep(delay_s)

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    async def _attempt(self, request: Request, token: str | None, timeout_s: float | None) -> httpx.Response:
        limit_s = max(self._timeout_s, request.operation.answers_within_s) if timeout_s is None else timeout_s
        try:
            # Not asyncio.wait_for, which may swallow a cancellation before Python 3.12.
            with anyio.move_on_after(limit_s):
                return await self._exchange(request, token)
        except (httpx.HTTPError, OSError) as error:
            raise connection_fault(error, self.url) from error
        raise TimedOut(f"no answer from {self.url} in {limit_s:g} s")

    async def _exchange(self, request: Request, token: str | None) -> httpx.Response:
        response = await self._client().send(self._built(request, token), stream=True)
        try:
            if not response.is_success:
                raise api_error(response.status_code, await _refusal(response), response.headers.get("retry-after"))
            if not request.is_stream:
                await response.aread()
        except BaseException:
            await response.aclose()
            raise
        return response

    def _built(self, request: Request, token: str | None) -> httpx.Request:
        path = request.operation.path.format_map({name: quote(str(part), safe="") for name, part in request.path.items()})
        headers = dict(request.headers)
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        if request.is_stream:
            headers["accept-encoding"] = "identity"
        body = {} if request.body is None else {"json": encode(request.body)}
        query = encode(request.query)
        return self._client().build_request(request.operation.method, self.url + path, params=query or None, headers=headers, **body)

    def _client(self) -> httpx.AsyncClient:
        if self._http is None:
            self._http = httpx.AsyncClient(
                verify=self._context or False,  # Without a context it is plain HTTP.
                # Each attempt as a whole has a limit, see _attempt.
                timeout=None,  # noqa: S113
                limits=httpx.Limits(keepalive_expiry=KEEP_ALIVE_S),
                # Neither a proxy for the Internet nor a password of .netrc is meant for a station.
                trust_env=False,
            )
        return self._http


def result_of(operation: Operation[T], response: httpx.Response) -> T:
    """The result as the type that the operation names. Raises NotAStation."""
    value: Any
    if operation.words is not None:
        value = operation.words.get(response.status_code)
    elif operation.result is None or operation.result is bytes:
        value = response.content if operation.result is bytes else None
    else:
        try:
            value = decode(operation.result, response.json())
        except ValueError as error:
            raise NotAStation(f"{response.url} is not what a station answers: {error}") from error
    result: T = value
    return result


async def _refusal(response: httpx.Response) -> bytes:
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_REFUSAL_BYTES:
            break
    return body


def connection_fault(error: Exception, url: str) -> ConnectionFault:
    """The error of a library as ours, with the innermost reason that says something."""
    reason: BaseException = error
    while True:
        if isinstance(reason, ssl.SSLCertVerificationError):
            return Untrusted(f"{url} is not trusted: {reason.args[-1] if reason.args else reason}")
        inner = reason.__cause__ or reason.__context__
        if inner is None:
            return Unreachable(f"cannot reach {url}: {str(reason) or type(reason).__name__}")
        reason = inner
