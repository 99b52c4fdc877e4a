"""Opens a .tlog file with pymavlink, as its log viewers do, and prints how many messages of each kind it has."""

import collections
import os
import sys

os.environ["MAVLINK20"] = "1"
from pymavlink import mavutil  # noqa: E402

log = mavutil.mavlink_connection(sys.argv[1], dialect="ardupilotmega")
kinds = collections.Counter()
times = []
while (message := log.recv_msg()) is not None:
    kinds[message.get_type()] += 1
    times.append(message._timestamp)
if times != sorted(times):
    raise SystemExit("its times go back")
print(*(f"{kind}={count}" for kind, count in sorted(kinds.items())))
