"""A typed client of the local API of a Ground Station: `Client`, and `AsyncClient` for asyncio."""

from . import models, topics
from .async_client import AsyncClient
from .client import Client
from .clock import StationClock
from .errors import (
    ApiError,
    ConnectionFault,
    ControlLost,
    ControlNotGranted,
    ControlTaken,
    ErrorCode,
    ErrorDetail,
    FlightPrevented,
    Forbidden,
    InvalidOption,
    InvalidRequest,
    KitestringError,
    NotAStation,
    NotFound,
    NotInVersion,
    NotPossibleNow,
    RateLimited,
    ReaderTooSlow,
    RecordingChanged,
    StationFault,
    TimedOut,
    Unauthorized,
    Unreachable,
    Untrusted,
)
from .recordings import Progress
from .topic import Update

__all__ = [
    "ApiError",
    "AsyncClient",
    "Client",
    "ConnectionFault",
    "ControlLost",
    "ControlNotGranted",
    "ControlTaken",
    "ErrorCode",
    "ErrorDetail",
    "FlightPrevented",
    "Forbidden",
    "InvalidOption",
    "InvalidRequest",
    "KitestringError",
    "NotAStation",
    "NotFound",
    "NotInVersion",
    "NotPossibleNow",
    "Progress",
    "RateLimited",
    "ReaderTooSlow",
    "RecordingChanged",
    "StationClock",
    "StationFault",
    "TimedOut",
    "Unauthorized",
    "Unreachable",
    "Untrusted",
    "Update",
    "models",
    "topics",
]
