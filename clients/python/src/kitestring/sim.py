from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx

from ._channel import Channel, Request, connection_fault
from ._operation import Call, Operation
from ._tokens import Tokens
from .generated.asynchronous import SimOperations

_TRUTH: Operation[None] = Operation("sim.truth.subscribe", "GET", "/sim/v1/truth/{stream_id}/subscribe", None)


class Sim(SimOperations):
    """The operations of `sim`, and the objects in the pictures of a stream."""

    def __init__(self, call: Call, channel: Channel, tokens: Tokens) -> None:
        super().__init__(call)
        self._channel = channel
        self._tokens = tokens

    async def truth_subscribe(self, stream_id: str) -> AsyncGenerator[dict[str, Any], None]:
        """
        Each picture of a synthetic stream with the people, vehicles, fire and smoke in it, as docs/integrator/detectors.md has them, until
        the loop ends. Raises ApiError, or ConnectionFault when the connection breaks: a picture that is missed is gone.
        """
        request = Request(_TRUTH, path={"stream_id": stream_id}, is_stream=True)
        response = await self._channel.send(request, self._tokens)
        try:
            async for line in response.aiter_lines():
                yield json.loads(line)
        except (httpx.HTTPError, OSError) as error:
            raise connection_fault(error, self._channel.url) from error
        finally:
            await response.aclose()
