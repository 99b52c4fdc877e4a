"""A winch with a switched supply as ground equipment of a Kitestring station. TCP; plain Python, no package.

    python3 winch.py [port]            the station: kitestring serve --aircraft ... --ground json:tcp://127.0.0.1:5790
"""
import json, select, socket, sys, time

PARTS = {"line": {"orders": ["line_length", "line_rate", "line_stop"], "length_max_m": 60, "rate_max_mps": 1},
         "tether_power": {"switched": True}, "cradle_switch": True, "supply": True}
HELLO = {"kind": "hello", "protocol": "kitestring-ground", "version": 1, "name": "Example winch", "parts": PARTS}
length_m, target_m, rate_mps, power_on = 0.0, None, 0.0, True

def obey(order):                        # Motor and switch of a real winch go here. Returns a reason to refuse, or None.
    global target_m, rate_mps, power_on
    if order["order"] == "line_length":
        target_m, rate_mps = order["length_m"], min(order.get("rate_mps", 0.5), 1)
    elif order["order"] == "line_rate":
        target_m, rate_mps = None, order["rate_mps"]
    elif order["order"] == "line_stop":
        target_m, rate_mps = None, 0.0
    elif order["order"] == "tether_power":
        power_on = order["on"]
    else:
        return "there is no such part"

def move(seconds):                      # The encoder of a real winch goes here.
    global length_m
    step_m = rate_mps * seconds
    if target_m is not None:
        step_m = max(-step_m, min(step_m, target_m - length_m))
    length_m = max(0.0, min(60.0, length_m + step_m))
    return step_m / seconds

def serve(link):
    global target_m, rate_mps
    rest, answers, heard = b"", {}, time.monotonic()
    say = lambda line: link.sendall(json.dumps(line).encode() + b"\n")
    while time.monotonic() - heard < 3:                         # A station sends a line each second.
        if select.select([link], [], [], 0.2)[0]:
            received = link.recv(512)
            if not received:
                break
            *lines, rest = (rest + received).split(b"\n")
            rest = rest[:1024]
            for line in map(json.loads, filter(None, lines)):
                heard = time.monotonic()
                if line["kind"] == "hello":
                    say(HELLO)
                elif line["kind"] == "order":                   # The same id again is the same order: answered, not repeated.
                    if line["id"] not in answers:
                        answers = {line["id"]: obey(line)}
                    reason = answers[line["id"]]
                    say({"kind": "ack", "id": line["id"], "accepted": reason is None, "reason": reason})
        say({"kind": "state", "line": {"length_m": round(length_m, 2), "rate_mps": round(move(0.2), 2)},
             "tether_power": {"on": power_on, "voltage_v": 385.0 if power_on else 0.0},
             "supply": {"source": "mains", "voltage_v": 230.0}, "kite_in_cradle": length_m < 0.1})
    target_m, rate_mps = None, 0.0                              # Nobody watches: stop. The power stays as it is.

server = socket.create_server(("0.0.0.0", int(sys.argv[1]) if len(sys.argv) > 1 else 5790))
print("listening on port", server.getsockname()[1], flush=True)
while True:
    connection, _ = server.accept()
    try:
        serve(connection)
    except (OSError, ValueError, KeyError) as fault:            # Garbage or a lost station: wait for the next one.
        print("ended:", fault, flush=True)
    connection.close()
