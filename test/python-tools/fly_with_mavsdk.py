"""Flies the aircraft of a station with MAVSDK: health, parameters, take off, another place, yaw, gimbal, cameras, land.

Prints each step. The argument is the port of the vehicle.
"""

import asyncio
import sys

from mavsdk import ComponentType, Configuration
from mavsdk.asyncio import Mavsdk as AsyncMavsdk
from mavsdk.asyncio.plugins.action import ActionAsync
from mavsdk.asyncio.plugins.camera import CameraAsync
from mavsdk.asyncio.plugins.gimbal import GimbalAsync
from mavsdk.asyncio.plugins.offboard import OffboardAsync
from mavsdk.asyncio.plugins.param import ParamAsync
from mavsdk.asyncio.plugins.telemetry import TelemetryAsync
from mavsdk.plugins.camera import Option, Setting
from mavsdk.plugins.gimbal import ControlMode, GimbalMode, SendMode
from mavsdk.plugins.offboard import PositionNedYaw

WITHIN_S = 120


def step(text):
    print(text, flush=True)


async def first(stream, is_so):
    """The first value of a stream that is so."""

    async def look():
        async for value in stream:
            if is_so(value):
                return value

    return await asyncio.wait_for(look(), WITHIN_S)


async def until_accepted(order):
    """An aircraft that has just started refuses."""
    for _ in range(WITHIN_S * 2):
        try:
            return await order()
        except Exception as refusal:
            last = refusal
            await asyncio.sleep(0.5)
    raise SystemExit(f"never accepted: {last}")


def turn(first_deg, second_deg):
    """Angle between two directions."""
    return abs((first_deg - second_deg + 180) % 360 - 180)


async def fly(port):
    async with AsyncMavsdk(Configuration.create_with_component_type(ComponentType.GROUND_STATION)) as mavsdk:
        await mavsdk.add_any_connection(f"tcpout://127.0.0.1:{port}")
        system = await mavsdk.first_autopilot(timeout_s=WITHIN_S)
        step("discovered")
        action, telemetry, param = ActionAsync(system), TelemetryAsync(system), ParamAsync(system)
        camera, gimbal, offboard = CameraAsync(system), GimbalAsync(system), OffboardAsync(system)
        await first(telemetry.subscribe_health_all_ok(), lambda is_ok: is_ok)
        step("healthy")
        everything = await param.get_all_params()
        count = len(everything.int_params) + len(everything.float_params)
        await param.set_param_float("TKOFF_ALT", 7.0)
        assert await param.get_param_float("TKOFF_ALT") == 7.0
        step(f"{count} parameters")
        await until_accepted(action.arm)
        await first(telemetry.subscribe_armed(), lambda is_armed: is_armed)
        step("armed")
        await action.set_takeoff_altitude(6)
        await action.takeoff()
        await first(telemetry.subscribe_position(), lambda place: abs(place.relative_altitude_m - 6) < 0.5)
        await first(telemetry.subscribe_in_air(), lambda is_flying: is_flying)
        step("at 6 m")
        here = await first(telemetry.subscribe_position(), lambda _: True)
        ground_m = here.absolute_altitude_m - here.relative_altitude_m
        heading = (await first(telemetry.subscribe_heading(), lambda _: True)).heading_deg
        wanted = (heading + 60) % 360
        await action.goto_location(here.latitude_deg, here.longitude_deg, ground_m + 9, wanted)
        await first(telemetry.subscribe_position(), lambda place: abs(place.relative_altitude_m - 9) < 0.5)
        await first(telemetry.subscribe_heading(), lambda each: turn(each.heading_deg, wanted) < 4)
        step("at 9 m, turned")
        devices = await first(gimbal.subscribe_gimbal_list(), lambda each: len(each.gimbals) > 0)
        gimbal_id = devices.gimbals[0].gimbal_id
        await gimbal.take_control(gimbal_id, ControlMode.PRIMARY)
        await gimbal.set_angles(gimbal_id, 0, -35, 0, GimbalMode.YAW_FOLLOW, SendMode.ONCE)
        await first(gimbal.subscribe_attitude(), lambda each: abs(each.euler_angle_forward.pitch_deg + 35) < 2)
        await gimbal.set_angular_rates(gimbal_id, 0, 10, 0, GimbalMode.YAW_FOLLOW, SendMode.ONCE)
        await first(gimbal.subscribe_attitude(), lambda each: each.euler_angle_forward.pitch_deg > -30)
        await gimbal.set_angular_rates(gimbal_id, 0, 0, 0, GimbalMode.YAW_FOLLOW, SendMode.ONCE)
        # 30 m ahead on the ground.
        await gimbal.set_roi_location(gimbal_id, here.latitude_deg + 30 / 111_320, here.longitude_deg, ground_m)
        await first(gimbal.subscribe_attitude(), lambda each: turn(each.euler_angle_north.yaw_deg, 0) < 5)
        await gimbal.release_control(gimbal_id)
        step("gimbal moved")
        cameras = await first(camera.subscribe_camera_list(), lambda each: len(each.cameras) > 1)
        ids = sorted(each.component_id for each in cameras.cameras)
        assert ids == [100, 101], ids
        await camera.zoom_range(100, 50.0)
        await camera.zoom_in_start(100)
        await camera.zoom_stop(100)
        photo = asyncio.ensure_future(first(camera.subscribe_capture_info(), lambda each: each.is_success))
        await until_accepted(lambda: camera.take_photo(100))
        await photo
        await camera.start_video(100)
        await camera.stop_video(100)
        # The definition of the thermal camera was read from it as a file.
        options = await first(camera.subscribe_possible_setting_options(), lambda each: each.component_id == 101)
        assert [each.setting_id for each in options.setting_options] == ["THERM_PALETTE"], options
        await camera.set_setting(101, Setting("THERM_PALETTE", None, Option("4"), False))
        step(f"cameras {ids}")
        await offboard.set_position_ned(PositionNedYaw(0, 0, -5, 0))
        try:
            await offboard.start()
            step("offboard taken")
        except Exception:
            step("offboard refused")
        await action.land()
        await first(telemetry.subscribe_armed(), lambda is_armed: not is_armed)
        step("landed")


asyncio.run(fly(sys.argv[1]))
