"""What the generated modules are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Operation(Generic[T]):
    """One operation of the API: how it is sent, and the type of its result."""

    id: str
    method: str
    path: str
    """Below the root of the station, with `{name}` for parameters."""
    result: object
    access: Literal["open", "key", "token"] = "token"
    answers_within_s: float = 0
    """Longest time that it may take by its own definition, seconds."""
    words: Mapping[int, str] | None = None
    """Results by status, where the status says more than that it worked."""
    lacking: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Older versions of the API that do not have it, or, where fields are named, ignore these of its body."""

    @property
    def may_repeat(self) -> bool:
        """Whether a second attempt does nothing that the first one has not done: reads, and token requests."""
        return self.method in ("GET", "HEAD") or self.access == "key"


@dataclass(frozen=True)
class TopicName(Generic[T]):
    """A topic that can be followed, and the type of its messages."""

    name: str
    message: object
    kind: Literal["state", "event"]
    """`state`: each message is the whole state, the newest counts. `event`: each message counts."""


class Call(Protocol):
    """Sends an operation."""

    async def __call__(
        self,
        operation: Operation[T],
        /,
        *,
        path: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        timeout_s: float | None = None,
    ) -> T: ...
