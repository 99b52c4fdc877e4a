"""Adopts a camera with onvif-zeep-async as Home Assistant and Frigate do, and prints what it saw as JSON.

Arguments: host, port, user, password. The order of the calls of Frigate is that of its frigate/ptz/onvif.py.
"""

import asyncio
import json
import sys
from datetime import timedelta

from onvif import ONVIFCamera

FOV = "TranslationSpaceFov"
FOV_SPACE = f"http://www.onvif.org/ver10/tptz/PanTiltSpaces/{FOV}"
MOVED_WITHIN_S = 60


def find_by_key(found, key):
    """Value of a key at any depth: this version of the schema has no such attribute, and keeps it apart."""
    if not isinstance(found, dict):
        return None
    if key in found:
        return found[key]
    return next((value for one in found.values() if (value := find_by_key(one, key)) is not None), None)


async def until_idle(ptz, token):
    """Polls the status as the tracker does. Returns whether it ever showed a motion, and the last status."""
    has_moved = False
    for _ in range(MOVED_WITHIN_S * 10):
        status = await ptz.GetStatus({"ProfileToken": token})
        if status.MoveStatus.PanTilt == "IDLE" and status.MoveStatus.Zoom in (None, "IDLE"):
            return has_moved, status
        has_moved = True
        await asyncio.sleep(0.1)
    raise TimeoutError("the camera never was IDLE")


async def look(camera):
    """What Home Assistant asks before it makes its entities."""
    device = await camera.create_devicemgmt_service()
    media = await camera.create_media_service()
    await device.GetSystemDateAndTime()
    interfaces = await device.GetNetworkInterfaces()
    information = await device.GetDeviceInformation()
    await media.GetServiceCapabilities()
    profiles = await media.GetProfiles()
    token = profiles[0].token
    stream = await media.GetStreamUri(
        {"StreamSetup": {"Stream": "RTP-Unicast", "Transport": {"Protocol": "RTSP"}}, "ProfileToken": token}
    )
    snapshot = await camera.get_snapshot(token)
    return {
        "manufacturer": information.Manufacturer,
        "mac": interfaces[0].Info.HwAddress,
        "profiles": [profile.token for profile in profiles],
        "encodings": [profile.VideoEncoderConfiguration.Encoding for profile in profiles],
        "stream": stream.Uri,
        "isJpeg": snapshot is not None and snapshot[:2] == b"\xff\xd8",
    }


async def drag_in_profile(camera, wanted):
    """Frigate 0.18 takes the profile of its configuration, by token or else by name; then a box dragged in the picture."""
    media = await camera.create_media_service()
    ptz = await camera.create_ptz_service()
    moving = [one for one in await media.GetProfiles() if one.PTZConfiguration and one.VideoEncoderConfiguration]
    profile = next(one for key in ("token", "Name") for one in moving if getattr(one, key) == wanted)
    drag = {"PanTilt": {"x": -0.2, "y": 0.1, "space": FOV_SPACE}}
    if profile.PTZConfiguration.DefaultRelativeZoomTranslationSpace:
        drag["Zoom"] = {"x": 0.25}
    await ptz.RelativeMove({"ProfileToken": profile.token, "Translation": drag})
    has_moved, status = await until_idle(ptz, profile.token)
    zoom = status.Position.Zoom
    return [profile.token, has_moved, round(zoom.x, 2) if zoom else None]


async def track(camera, token, configuration):
    """Moves to points of the picture and waits for IDLE each time, then drags to zoom."""
    ptz = await camera.create_ptz_service()
    options = await ptz.GetConfigurationOptions({"ConfigurationToken": configuration})
    capabilities = await ptz.GetServiceCapabilities()
    (space,) = [one for one in options.Spaces.RelativePanTiltTranslationSpace if FOV in one.URI]
    # Frigate 0.18 fills its request from the present position, which has a zoom, and then changes it.
    request = ptz.create_type("RelativeMove")
    request.ProfileToken = token
    request.Translation = (await ptz.GetStatus({"ProfileToken": token})).Position
    request.Translation.PanTilt.space = space.URI
    request.Translation.Zoom.space = options.Spaces.RelativeZoomTranslationSpace[0].URI
    request.Translation.PanTilt.x, request.Translation.PanTilt.y, request.Translation.Zoom.x = 0.2, 0.1, 0
    await ptz.RelativeMove(request)
    await until_idle(ptz, token)
    moved = []
    for x, y in [(0.4, 0.2), (-0.4, -0.2), (0.9, 0), (-0.9, 0)]:
        move = {"PanTilt": {"x": x * space.XRange.Max, "y": y * space.YRange.Max, "space": space.URI}, "Zoom": {"x": 0}}
        speed = {"PanTilt": {"x": 0.5, "y": 0.5}, "Zoom": {"x": 0}}
        await ptz.RelativeMove({"ProfileToken": token, "Translation": move, "Speed": speed})
        moved.append((await until_idle(ptz, token))[0])
    drag = {"PanTilt": {"x": 0.3, "y": 0.1, "space": space.URI}, "Zoom": {"x": 0.25}}
    await ptz.RelativeMove({"ProfileToken": token, "Translation": drag})
    _, zoomed = await until_idle(ptz, token)
    await ptz.AbsoluteMove({"ProfileToken": token, "Position": {"Zoom": {"x": 0}}})
    _, wide = await until_idle(ptz, token)
    velocity = {"PanTilt": {"x": 0.5, "y": 0}}
    await ptz.ContinuousMove({"ProfileToken": token, "Velocity": velocity})
    await ptz.Stop({"ProfileToken": token, "PanTilt": True, "Zoom": True})
    await until_idle(ptz, token)
    preset = await ptz.SetPreset({"ProfileToken": token, "PresetName": "gate"})
    await ptz.GotoPreset({"ProfileToken": token, "PresetToken": preset})
    presets = await ptz.GetPresets({"ProfileToken": token})
    return {
        "moveStatus": find_by_key(vars(capabilities), "MoveStatus"),
        "moved": moved,
        "zoomed": zoomed.Position.Zoom.x,
        "wide": wide.Position.Zoom.x,
        "presets": [one.Name for one in presets],
    }


async def listen(camera):
    """Topics and states of the first pull of a pull point."""
    manager = await camera.create_pullpoint_manager(timedelta(minutes=1), lambda: None)
    pulled = await manager.get_service().PullMessages({"MessageLimit": 100, "Timeout": timedelta(seconds=5)})
    await manager.shutdown()
    return [
        [one.Topic._value_1, one.Message._value_1.Data.SimpleItem[0].Value] for one in pulled.NotificationMessage
    ]


async def main(host, port, user, password):
    camera = ONVIFCamera(host, int(port), user, password)
    seen = {}
    try:
        await camera.update_xaddrs()
        seen["look"] = await look(camera)
        first = seen["look"]["profiles"][0]
        seen["track"] = await track(camera, first, f"ptz_{first}")
        seen["chosen"] = [await drag_in_profile(camera, profile) for profile in ("zoom", "thermal")]
        seen["events"] = await listen(camera)
    except Exception as error:  # noqa: BLE001 the test shows whatever the client meets
        seen["error"] = f"{type(error).__name__}: {error}"
    finally:
        await camera.close()
    print(json.dumps(seen))


asyncio.run(main(*sys.argv[1:]))
