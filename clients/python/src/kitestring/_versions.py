from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ._channel import Channel, Request, result_of
from ._operation import Operation
from ._tokens import FixedToken
from .errors import ApiError, ConnectionFault, NotInVersion
from .generated.operations import HEALTH_GET

SPOKEN = ("1.0.0", "1.1.2")
"""Versions of the API that this client speaks."""


class Versions:
    """Says what an older station does not have, before a request is sent that it would refuse or, worse, half ignore."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    async def refuse_missing(self, operation: Operation[Any], body: object) -> None:
        """Raises NotInVersion. Asks the station only where the request has what not every version has."""
        given = body if isinstance(body, Mapping) else {}
        for version, names in operation.lacking.items():
            missing = [name for name in names if given.get(name) is not None] if names else [f"{operation.method} {operation.path}"]
            if missing and await self._served(HEALTH_GET) == version:
                text = f"API {version}, which {self._channel.url} serves, does not have {', '.join(missing)}: {SPOKEN[-1]} has"
                raise NotInVersion(text, version, missing)

    async def unspoken(self, operation: Operation[Any], error: ApiError) -> NotInVersion | None:
        """Stations of 0.5.0 have none of our paths, and say so elsewhere."""
        if error.code not in ("NOT_FOUND", "HTTP_404") or not operation.path.startswith("/api/"):
            return None
        version = await self._served(replace(HEALTH_GET, path="/api/v0/health"))
        if version is None:
            return None
        return NotInVersion(f"{self._channel.url} serves API {version}; this client speaks {' and '.join(SPOKEN)}", version)

    async def _served(self, health: Operation[Any]) -> str | None:
        try:
            answer = result_of(health, await self._channel.send(Request(health), FixedToken("")))
        except (ApiError, ConnectionFault):
            return None
        return str(answer.api_version)
