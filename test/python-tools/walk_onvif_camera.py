"""Adopts a camera with one of several clients, and prints what it saw as JSON: the same for each of them.

Arguments: client, host, port, user, password, then the folder of its package where that is installed apart.
"""

import json
import site
import sys
import time
from itertools import count
from pathlib import Path

import requests
from requests.auth import HTTPDigestAuth

IDLE_WITHIN_S = 60


class Zeep:
    """onvif-zeep, with its requests as dictionaries."""

    def __init__(self, host, port, user, password):
        from onvif import ONVIFCamera

        # In a folder of its own its package is without schemas: those of its successor are taken.
        wsdl = next(path for folder in site.getsitepackages() if (path := Path(folder, "onvif/wsdl")).exists())
        self.camera = ONVIFCamera(host, port, user, password, str(wsdl))
        self.device = self.camera.create_devicemgmt_service()
        self.media = self.camera.create_media_service()
        self.ptz = self.camera.create_ptz_service()
        self.call = lambda service, name, **given: getattr(getattr(self, service), name)(given)

    def pull(self):
        # Its constructor has made the pull point.
        return self.camera.create_pullpoint_service().PullMessages({"Timeout": "PT5S", "MessageLimit": 100})

    @staticmethod
    def event(message):
        content = message._value_1
        return [content.Source.SimpleItem[0].Value, content.Data.SimpleItem[0].Value]


class OnvifPython:
    """onvif-python."""

    def __init__(self, host, port, user, password, http_digest=False):
        from onvif import ONVIFClient

        self.camera = ONVIFClient(host, port, user, password, http_digest=http_digest)
        self.device, self.media, self.ptz = self.camera.devicemgmt(), self.camera.media(), self.camera.ptz()
        self.call = lambda service, name, **given: getattr(getattr(self, service), name)(**given)

    def pull(self):
        made = self.camera.events().CreatePullPointSubscription()
        return self.camera.pullpoint(made).PullMessages(Timeout="PT5S", MessageLimit=100)

    @staticmethod
    def event(message):
        content = message["Message"]
        source, data = content["Source"]["SimpleItem"], content["Data"]["SimpleItem"]
        return [source["Value"], str(data["Value"]).lower()]


def walk_by_calls(client):
    """Clients that offer the operations by their names."""
    call = client.call
    profiles = [profile.token for profile in call("media", "GetProfiles")]
    first = {"ProfileToken": profiles[0]}
    call("ptz", "RelativeMove", **first, Translation={"PanTilt": {"x": 0.4, "y": 0.1}})
    moving = call("ptz", "GetStatus", **first).MoveStatus.PanTilt
    until_idle(lambda: call("ptz", "GetStatus", **first).MoveStatus.PanTilt)
    call("ptz", "ContinuousMove", **first, Velocity={"PanTilt": {"x": 0.5, "y": 0}, "Zoom": {"x": 0}})
    call("ptz", "Stop", **first, PanTilt=True, Zoom=True)
    call("ptz", "AbsoluteMove", **first, Position={"PanTilt": {"x": 0, "y": 0}, "Zoom": {"x": 0}})
    preset = call("ptz", "SetPreset", **first, PresetName="gate & tower")
    call("ptz", "GotoPreset", **first, PresetToken=preset)
    presets = [one.Name for one in call("ptz", "GetPresets", **first)]
    call("ptz", "RemovePreset", **first, PresetToken=preset)
    (message, *_) = client.pull().NotificationMessage
    setup = {"Stream": "RTP-Unicast", "Transport": {"Protocol": "RTSP"}}
    return {
        "model": call("device", "GetDeviceInformation").Model,
        "profiles": profiles,
        "moving": moving,
        "presets": presets,
        "event": client.event(message.Message),
        "osds": len(call("media", "GetOSDs") or []),
        "stream": call("media", "GetStreamUri", **first, StreamSetup=setup).Uri,
        "snapshot": call("media", "GetSnapshotUri", **first).Uri,
    }


def walk_onveef(host, port, user, password):
    """onveef, whose methods have names of their own."""
    from onveef import OnvifClient

    with OnvifClient(host, port, user, password) as camera:
        profiles = [profile["token"] for profile in camera.get_profiles()]
        first = {"profile_token": profiles[0]}
        camera.ptz_relative_move(**first, pan=0.4, tilt=0.1, zoom=None)
        move_status = lambda: camera.ptz_get_status(**first)["move_status"]["pan_tilt"]  # noqa: E731
        moving = move_status()
        until_idle(move_status)
        camera.ptz_continuous_move(**first, pan=0.5, tilt=0, zoom=None)
        camera.ptz_stop(**first)
        camera.ptz_absolute_move(**first, pan=0, tilt=0, zoom=0)
        preset = camera.ptz_set_preset(**first, preset_name="gate & tower")
        camera.ptz_goto_preset(**first, preset_token=preset)
        presets = [one["name"] for one in camera.ptz_get_presets(**first)]
        camera.ptz_remove_preset(**first, preset_token=preset)
        # With a time of its own for a pull, its HTTP client refuses every pull before it is sent.
        camera._timeout = None
        with camera.pull_point() as point:
            event = point.pull()[0]
        return {
            "model": camera.get_device_information()["Model"],
            "profiles": profiles,
            "moving": moving,
            "presets": presets,
            "event": [event["source"]["InputToken"], event["data"]["LogicalState"]],
            "osds": len(camera.get_osds()),
            "stream": camera.get_stream_uri(**first),
            "snapshot": camera.get_snapshot_uri(**first),
        }


def until_idle(move_status):
    ends = time.monotonic() + IDLE_WITHIN_S
    for _ in count():
        if move_status() == "IDLE":
            return
        if time.monotonic() > ends:
            raise TimeoutError("the camera never was IDLE")
        time.sleep(0.1)


def main(client, host, port, user, password, *folders):
    sys.path[:0] = folders
    at = (host, int(port), user, password)
    try:
        if client == "onveef":
            seen = walk_onveef(*at)
        elif client == "onvif-zeep":
            seen = walk_by_calls(Zeep(*at))
        else:
            seen = walk_by_calls(OnvifPython(*at, http_digest=client.endswith("-digest")))
        snapshot = requests.get(seen.pop("snapshot"), auth=HTTPDigestAuth(user, password), timeout=60)
        seen["isJpeg"] = snapshot.content[:2] == b"\xff\xd8"
    except Exception as error:  # noqa: BLE001 the test shows whatever the client meets
        seen = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(seen))


main(*sys.argv[1:])
