"""HTTPS with a station's own certificate: only the key that it has printed is trusted: python pinned_key.py 'sha256//...'"""

import os
import sys

from kitestring import Client, Untrusted


def main(pin: str) -> None:
    url = os.environ.get("KITESTRING_URL", "https://127.0.0.1:3128")
    with Client(url, key=os.environ["KITESTRING_API_KEY"], pin=pin) as client:
        try:
            print(f"{client.system.info().gs_name}: {client.flight.state().flight_state}")
        except Untrusted as untrusted:
            # Nothing was sent, not even the API key.
            raise SystemExit(f"this is another station: {untrusted}") from None


if __name__ == "__main__":
    main(sys.argv[1])
