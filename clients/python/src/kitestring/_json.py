"""JSON as the types of `models`, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime, timezone
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|z|[+-]\d\d:\d\d)")


def encode(value: object) -> Any:
    """What JSON makes of a value; what is None is left out of objects."""
    if isinstance(value, datetime):
        return timestamp(value)
    if is_dataclass(value):
        return encode({field.name: getattr(value, field.name) for field in fields(value)})
    if isinstance(value, Mapping):
        return {name: encode(item) for name, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    return value


def timestamp(time: datetime) -> str:
    """RFC 3339. A time without a zone is one of this machine's."""
    return time.astimezone(timezone.utc).isoformat()


def parse_timestamp(text: str) -> datetime:
    """RFC 3339 with any number of decimals. Raises ValueError."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an RFC 3339 time")
    day, time, decimals, zone = match.groups()
    micros = (decimals or "0")[:6].ljust(6, "0")
    return datetime.fromisoformat(f"{day}T{time}.{micros}{'+00:00' if zone in 'Zz' else zone}")


def decode(kind: Any, value: Any, where: str = "the answer") -> Any:
    """
    A JSON value as this type. Fields that the type does not know are ignored, and words that it does not list are kept: a newer
    station may have more. Raises ValueError with the field when the value cannot be one of that type.
    """
    if kind is Any or get_origin(kind) is Literal:
        return value
    if get_origin(kind) in (Union, UnionType):
        return _decode_union(kind, value, where)
    if get_origin(kind) is tuple:
        return tuple(decode(get_args(kind)[0], item, where) for item in _checked(value, list, where))
    if get_origin(kind) is dict:
        items = _checked(value, dict, where).items()
        return {name: decode(get_args(kind)[1], item, f"{where}.{name}") for name, item in items}
    if is_dataclass(kind):
        return _decode_object(kind, _checked(value, dict, where), where)
    if kind is datetime:
        return _decode_time(_checked(value, str, where), where)
    if kind is float:
        return float(_checked(value, (int, float), where))
    return _checked(value, kind, where)


def _decode_union(kind: Any, value: Any, where: str) -> Any:
    choices = [choice for choice in get_args(kind) if choice is not NoneType]
    if value is None and len(choices) < len(get_args(kind)):
        return None
    # Several objects to choose from occur in requests only.
    return decode(choices[0], value, where) if len(choices) == 1 else value


def _decode_object(kind: Any, value: Mapping[str, Any], where: str) -> Any:
    given = {}
    for name, (field_kind, needs_value) in _fields_of(kind).items():
        item = value.get(name)
        if item is not None:
            given[name] = decode(field_kind, item, f"{where}.{name}")
        elif needs_value:
            raise ValueError(f"{where} has no {name}")
    return kind(**given)


@cache
def _fields_of(kind: Any) -> Mapping[str, tuple[Any, bool]]:
    hints = get_type_hints(kind)
    return {field.name: (hints[field.name], field.default is MISSING) for field in fields(kind)}


def _decode_time(text: str, where: str) -> datetime:
    try:
        return parse_timestamp(text)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _checked(value: Any, kind: Any, where: str) -> Any:
    # To Python True is a 1, to JSON it is not.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"{where} is {value!r:.80}, expected {getattr(kind, '__name__', 'a number')}")
    return value
