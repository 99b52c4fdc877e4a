"""The fixture in a run of pytest of its own, as a user has it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from kitestring.simulated_station import SimulatedStation, StationNotStarted, installed_command

PROGRAM = ["node", str(ROOT / "scripts/node.mjs"), str(ROOT / "packages/cli/bin/kitestring.mjs")]
PLUGIN = ("-p", "no:cacheprovider", "-p", "kitestring.pytest_plugin")
pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.parametrize("time", ["first", "second"])
def test_begins_on_the_ground(kitestring_station, time):
    with kitestring_station.client() as client:
        assert client.flight.state().flight_state == "StandBy"
        client.flight.take_off()
        assert client.flight.state().flight_state == "TakingOff"
    operations = [entry.operation for entry in kitestring_station.journal if entry.operation.startswith("flight.")]
    assert operations == ["flight.state", "flight.control.take_off", "flight.state"]

def test_has_its_speed_and_its_settings(kitestring_station):
    with kitestring_station.client() as client:
        assert client.sim.clock().speed == 7
        assert client.system.info().gs_name == "Tested"

def test_fails(kitestring_station):
    with kitestring_station.client() as client:
        client.flight.land()

def test_without_a_station_fails():
    raise AssertionError("on purpose")
"""


def printing(line: str, *, goes_on: bool = False) -> list[str]:
    code = f"import sys, time; print({line!r}, flush=True); time.sleep({60 if goes_on else 0}); sys.exit(3)"
    return [sys.executable, "-c", code]


def test_each_test_has_a_clean_station_and_a_failed_one_shows_requests_and_log(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    pytester.makeini(f"[pytest]\nkitestring_command = {shlex.join(PROGRAM)}\nkitestring_settings =\n  system-gs-name=Tested\n")
    result = pytester.runpytest_inprocess(*PLUGIN, "--kitestring-speed", "7")
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(["*kitestring requests*", "* 409 flight.control.land *", "*kitestring log*"])
    assert str(result.stdout).count("kitestring requests") == 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--kitestring-command", shlex.join(printing("the port is taken"))), "*ended with status 3*"),
        (("--kitestring-command", "/nowhere/kitestring"), "*cannot be started: *"),
        (("--kitestring-speed", "fast"), "*fast is no number from 0.1 to 1000*"),
    ],
)
def test_a_station_that_does_not_start_is_said_with_its_reason(pytester: pytest.Pytester, arguments: tuple[str, str], text: str) -> None:
    pytester.makepyfile("def test_it(kitestring_station): pass")
    result = pytester.runpytest_inprocess(*PLUGIN, *arguments)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([text])


def test_a_station_that_does_not_answer_is_ended() -> None:
    with pytest.raises(StationNotStarted, match=r"does not answer within 0\.01 s"):
        SimulatedStation(printing("busy", goes_on=True), start_within_s=0.01)


def test_a_setting_that_no_flag_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match='"--seed" is no flag'):
        SimulatedStation(PROGRAM, settings={"--seed": "1"})


def test_the_command_is_the_one_of_the_npm_project_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = tmp_path / "node_modules/kitestring/bin/kitestring.cjs"
    launcher.parent.mkdir(parents=True)
    launcher.touch()
    (tmp_path / "tests").mkdir()
    assert installed_command(tmp_path / "tests") == ["node", str(launcher)]
    monkeypatch.setenv("PATH", str(tmp_path))
    launcher.unlink()
    with pytest.raises(StationNotStarted, match="npm install kitestring"):
        installed_command(tmp_path / "tests")
