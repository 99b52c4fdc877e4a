"""A flight step by step with asyncio; each step waits for a state: python sequential_flight.py"""

import asyncio
import os

from kitestring import AsyncClient, FlightPrevented
from kitestring.topics import FLIGHT_STATE

ALTITUDES_M = (5, 12, 8)


async def main() -> None:
    url = os.environ.get("KITESTRING_URL", "http://127.0.0.1:3128")
    async with AsyncClient(url, key=os.environ["KITESTRING_API_KEY"]) as client:
        async with client.hold_control("sequential flight") as control:
            try:
                await client.flight.take_off(until="Flying")
            except FlightPrevented as prevented:
                # The notification says why: "Parking brake not Engaged."
                raise SystemExit(f"no flight today: {prevented}") from None
            flight = client.topic(FLIGHT_STATE)
            for altitude in ALTITUDES_M:
                control.raise_if_lost()
                await client.flight.altitude(altitude)
                state = await flight.until(lambda state: not state.is_changing_altitude)
                print(f"at {state.altitude:.1f} m")
            await client.flight.land()
            await flight.until(lambda state: state.flight_state == "StandBy")
            print("landed")


if __name__ == "__main__":
    asyncio.run(main())
