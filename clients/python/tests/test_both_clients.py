"""`Client` and `AsyncClient` have the same abilities, by name and by argument."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from kitestring import AsyncClient, Client, client, control, flight, recordings, sim, topic
from kitestring.generated import asynchronous, synchronous


def methods(kind: type) -> dict[str, Callable[..., object]]:
    return {name: value for name, value in inspect.getmembers(kind, callable) if not name.startswith("_") or name == "__init__"}


def arguments(function: Callable[..., object]) -> list[tuple[str, object, object]]:
    return [(one.name, one.annotation, one.default) for one in inspect.signature(function).parameters.values()]


def test_have_every_group_of_operations_that_is_generated() -> None:
    groups = {name for name, kind in vars(asynchronous).items() if inspect.isclass(kind) and name.endswith("Operations")}
    with Client(token="t") as one:
        for both in (one, one._inner):
            kinds = {base.__name__ for value in vars(both).values() for base in type(value).__mro__}
            assert groups <= kinds
    assert groups == {name for name in vars(synchronous) if name.endswith("Operations")}


@pytest.mark.parametrize(
    ("asynchronous_kind", "synchronous_kind"),
    [
        (flight.Flight, client.Flight),
        (recordings.Recordings, client.Recordings),
        (sim.Sim, client.Sim),
        (topic.Topic, client.Topic),
        (topic.Live, client.Live),
        (control.ControlHold, client.ControlHold),
        *((kind, getattr(synchronous, name)) for name, kind in vars(asynchronous).items() if name.endswith("Operations")),
    ],
)
def test_have_the_same_methods_with_the_same_arguments(asynchronous_kind: type, synchronous_kind: type) -> None:
    theirs, ours = methods(asynchronous_kind), methods(synchronous_kind)
    assert theirs.keys() == ours.keys()
    for name in theirs.keys() - {"__init__"}:
        assert arguments(theirs[name]) == arguments(ours[name]), name
        assert inspect.getdoc(ours[name]), name


def test_are_made_and_hold_control_with_the_same_arguments() -> None:
    assert [one for one in arguments(AsyncClient) if one[0] != "timing"] == arguments(Client)
    assert arguments(AsyncClient.hold_control) == arguments(Client.hold_control)
    properties = [name for name, value in vars(control.ControlHold).items() if isinstance(value, property)]
    assert all(isinstance(vars(client.ControlHold)[name], property) for name in properties)
