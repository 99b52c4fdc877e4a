"""
The fixture `kitestring_station`: a simulated Ground Station on a free port, in the same state before each test.

pytest finds it where this package is installed. A failed test shows the requests that the station has got, and its log.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .simulated_station import SimulatedStation

DEFAULT_SPEED = "20"
_STATION = pytest.StashKey["SimulatedStation"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kitestring")
    group.addoption("--kitestring-command", help="command that starts kitestring; default: the one of the npm project, or of the PATH")
    group.addoption("--kitestring-speed", help=f"speed of the station, times real time; default: {DEFAULT_SPEED}")
    parser.addini("kitestring_command", "command that starts kitestring", default="")
    parser.addini("kitestring_speed", "speed of the station, times real time", default=DEFAULT_SPEED)
    parser.addini("kitestring_settings", "flags of kitestring serve without their dashes, a line for each: NAME=VALUE", type="linelist")


@pytest.fixture(scope="session")
def kitestring_process(pytestconfig: pytest.Config) -> Iterator[SimulatedStation]:
    """The station of all tests, as the last one left it; one for each worker."""
    # Imported here, so that runs without a station do not pay for it.
    from .simulated_station import SimulatedStation, StationNotStarted, installed_command

    speed = _speed(_option(pytestconfig, "kitestring_speed"))
    settings = _settings(pytestconfig.getini("kitestring_settings"))
    command = shlex.split(_option(pytestconfig, "kitestring_command"))
    try:
        station = SimulatedStation(command or installed_command(pytestconfig.rootpath), speed=speed, settings=settings)
    except StationNotStarted as error:
        reason = str(error)
    else:
        with station:
            yield station
        return
    pytest.fail(reason, pytrace=False)


@pytest.fixture
def kitestring_station(kitestring_process: SimulatedStation, request: pytest.FixtureRequest) -> SimulatedStation:
    """A station on the ground, without faults, with the time, the wind and the notifications of its start."""
    kitestring_process.reset()
    request.node.stash[_STATION] = kitestring_process
    return kitestring_process


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: pytest.TestReport = yield  # type: ignore[assignment]
    station = item.stash.get(_STATION, None)
    if station is not None and report.when == "call" and report.failed:
        report.sections += [("kitestring requests", _requests(station)), ("kitestring log", station.log)]
    return report  # type: ignore[return-value]


def _requests(station: SimulatedStation) -> str:
    from .errors import KitestringError

    try:
        return station.requests
    except KitestringError as error:
        return f"the station does not say them: {error}"


def _option(config: pytest.Config, name: str) -> str:
    given = config.getoption(f"--{name.replace('_', '-')}")
    return str(given if given is not None else config.getini(name))


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0
    if not 0.1 <= speed <= 1000:
        raise pytest.UsageError(f"kitestring_speed: {text} is no number from 0.1 to 1000")
    return speed


def _settings(lines: list[str]) -> dict[str, str]:
    pairs = [line.partition("=") for line in lines]
    for name, sign, _ in pairs:
        if sign == "":
            raise pytest.UsageError(f'kitestring_settings: "{name}" is not NAME=VALUE')
    return {name.strip(): value.strip() for name, _, value in pairs}
