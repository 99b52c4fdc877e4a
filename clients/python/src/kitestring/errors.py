"""Everything that a call can raise. All are `KitestringError`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .generated.error_codes import ErrorCode as ErrorCode
from .models import FlightState, Notification


class KitestringError(Exception):
    """Base of all errors of this package."""


class InvalidOption(KitestringError, ValueError):
    """An option of the client is malformed, or would do nothing beside the others. Nothing was sent."""


@dataclass(frozen=True)
class ErrorDetail:
    """One field that is wrong."""

    path: str
    message: str


class ApiError(KitestringError):
    """The station answered, and the answer is no. Branch on `code`, which is stable; the text is for people."""

    def __init__(
        self,
        status: int,
        code: ErrorCode | str,
        message: str,
        details: Sequence[ErrorDetail] = (),
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """One of `ErrorCode`; `HTTP_<status>` when something between here and the station answered."""
        self.details = tuple(details)
        """Every field that is wrong; empty when the error is about no field."""
        self.retry_after_s = retry_after_s
        """Seconds after which to try again, as the station asks."""

    def __str__(self) -> str:
        return f"{self.args[0]} ({self.status} {self.code})"


class InvalidRequest(ApiError):
    """Wrong input: 400, 413, 415, 416, 422."""


class Unauthorized(ApiError):
    """No valid key or token: 401."""


class Forbidden(ApiError):
    """A scope is missing, or the plugin is disabled: 403."""


class ControlTaken(Forbidden):
    """Another client is in control: 403 `CONTROL_TAKEN`."""


class NotFound(ApiError):
    """There is no such thing: 404."""


class NotPossibleNow(ApiError):
    """The state does not allow it: 409."""


class RateLimited(ApiError):
    """Too many requests: 429."""


class StationFault(ApiError):
    """The station cannot do it now: 5xx."""


class ConnectionFault(KitestringError):
    """There is no answer of the station."""


class Unreachable(ConnectionFault, ConnectionError):
    """No connection, or it broke before the answer was there."""


class TimedOut(ConnectionFault, TimeoutError):
    """No answer, or not the state that was waited for, in time."""


class Untrusted(ConnectionFault):
    """The certificate is not the expected one. Nothing was sent."""


class NotAStation(ConnectionFault):
    """What answers does not speak the local API."""


class ReaderTooSlow(ConnectionFault):
    """Events of a topic came faster than they were read."""


class NotInVersion(KitestringError):
    """The station serves a version of the API that does not have what was called. Nothing was done."""

    def __init__(self, message: str, api_version: str, missing: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.api_version = api_version
        """The version that the station serves."""
        self.missing = tuple(missing)
        """The operation, or fields of its body. Empty where this client does not speak the version at all."""


class RecordingChanged(KitestringError):
    """The file has changed since its first part was read."""


class ControlLost(KitestringError):
    """Control was taken, handed over, refused, or not renewed in time. It is not taken back: ask for it again."""


class ControlNotGranted(KitestringError):
    """Another client kept control for as long as this one wanted to wait."""


class FlightPrevented(KitestringError):
    """The Kite does not get where a command leads. `notifications` say why, the most severe first."""

    def __init__(
        self, reason: str, notifications: Sequence[Notification], state: FlightState | None = None, refusal: ApiError | None = None
    ) -> None:
        self.notifications = tuple(notifications)
        self.state = state
        """The state that ended it; None when the station refused the command."""
        self.refusal = refusal
        """The refusal of the station; None when it had accepted the command."""
        super().__init__(f"{reason}: {self.notification.message}" if self.notification else reason)

    @property
    def notification(self) -> Notification | None:
        """The most severe notification; None where there is none."""
        return self.notifications[0] if self.notifications else None


_BY_STATUS: dict[int, type[ApiError]] = {
    **dict.fromkeys((400, 413, 415, 416, 422), InvalidRequest),
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: NotPossibleNow,
    429: RateLimited,
}


def api_error(status: int, body: bytes, retry_after: str | None) -> ApiError:
    """Reads an error answer; of a body that is not the station's (a proxy's page) only the status counts."""
    reply = _reply_of(body)
    code, message = reply.get("code"), reply.get("message")
    kind = _BY_STATUS.get(status, StationFault if status >= 500 else ApiError)
    details = [ErrorDetail(str(one.get("path")), str(one.get("message"))) for one in _objects(reply.get("details"))]
    return (ControlTaken if code == "CONTROL_TAKEN" else kind)(
        status,
        code if isinstance(code, str) else f"HTTP_{status}",
        message if isinstance(message, str) else f"the answer was HTTP {status} without a reason",
        details,
        _seconds(retry_after),
    )


def _reply_of(body: bytes) -> dict[str, Any]:
    try:
        reply = json.loads(body)
    except ValueError:
        return {}
    if isinstance(reply, str):
        return {"message": reply}
    return reply if isinstance(reply, dict) else {}


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _seconds(header: str | None) -> float | None:
    """The header in seconds; its other form, a date, is in station time and cannot be compared with ours."""
    return float(header) if header is not None and header.strip().isascii() and header.strip().isdigit() else None
