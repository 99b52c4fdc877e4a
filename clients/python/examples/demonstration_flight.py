"""A demonstration flight, with telemetry from threads of its own: python demonstration_flight.py"""

import os
import threading

from kitestring import Client
from kitestring.topics import FLIGHT_STATE, NOTIFICATIONS_STATE


def print_telemetry(client: Client) -> None:
    for update in client.topic(FLIGHT_STATE).updates():
        if update.message is not None:
            age = " (stale)" if update.status == "stale" else ""
            print(f"{update.message.flight_state:15} {update.message.altitude or 0:5.1f} m{age}")


def print_notifications(client: Client) -> None:
    for notification in client.topic(NOTIFICATIONS_STATE):
        print(f"{notification.severity}: {notification.message}{' (over)' if notification.end_time else ''}")


def main() -> None:
    url = os.environ.get("KITESTRING_URL", "http://127.0.0.1:3128")
    with Client(url, key=os.environ["KITESTRING_API_KEY"]) as client:
        # They end when the client is closed.
        for telemetry in (print_telemetry, print_notifications):
            threading.Thread(target=telemetry, args=[client]).start()
        with client.hold_control("demonstration"):
            client.flight.take_off(until="Flying")
            client.flight.altitude(10, until="reached")
            for degrees in (180, -180):
                client.camera.rotate_by_angle(pan=degrees)
                client.topic(FLIGHT_STATE).until(lambda state: not state.is_rotating)
            client.flight.land(until="StandBy")


if __name__ == "__main__":
    main()
