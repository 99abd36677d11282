"""Whether a value of a reply is of its type, read from the TypedDicts themselves. Open: more members and values of enums are fine."""

from __future__ import annotations

import types
from functools import lru_cache
from typing import Any, Literal, Mapping, Union, get_args, get_origin, get_type_hints, is_typeddict


def mismatch(value: object, type_: Any, at: str = "") -> str | None:
    """What is wrong and where; None if the value is of the type."""
    if type_ is None or type_ is type(None):
        return None if value is None else _wrong(at, "null", value)
    if type_ is Any or type_ is object:
        return None
    if is_typeddict(type_):
        return _members(value, type_, at)
    origin = get_origin(type_)
    if origin is Literal:
        return None if isinstance(value, type(get_args(type_)[0])) else _wrong(at, "another type", value)
    if origin in (Union, types.UnionType):
        found = [mismatch(value, each, at) for each in get_args(type_)]
        return None if None in found else found[0] if len(found) > 0 else None
    if origin is list:
        return _items(value, get_args(type_)[0], at)
    if origin is dict:
        return _values(value, get_args(type_)[1], at)
    return _scalar(value, type_, at)


def _members(value: object, type_: Any, at: str) -> str | None:
    if not isinstance(value, dict):
        return _wrong(at, "an object", value)
    hints, required = _facts(type_)
    for name, hint in hints.items():
        if name not in value:
            if name in required:
                return f"without the member {at}/{name}"
            continue
        wrong = mismatch(value[name], hint, f"{at}/{name}")
        if wrong is not None:
            return wrong
    return None


@lru_cache(maxsize=None)
def _facts(type_: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    optional: frozenset[str] = getattr(type_, "__narrowed__", frozenset())
    return get_type_hints(type_), frozenset(type_.__required_keys__) - optional


def _items(value: object, type_: Any, at: str) -> str | None:
    if not isinstance(value, list):
        return _wrong(at, "a list", value)
    return next((wrong for i, each in enumerate(value) if (wrong := mismatch(each, type_, f"{at}/{i}"))), None)


def _values(value: object, type_: Any, at: str) -> str | None:
    if not isinstance(value, dict):
        return _wrong(at, "an object", value)
    return next((wrong for name, each in value.items() if (wrong := mismatch(each, type_, f"{at}/{name}"))), None)


def _scalar(value: object, type_: Any, at: str) -> str | None:
    if type_ in (int, float):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return None if is_number else _wrong(at, "a number", value)
    if type_ in (str, bool):
        return None if isinstance(value, type_) else _wrong(at, "a string" if type_ is str else "a boolean", value)
    return None


def _wrong(at: str, expected: str, value: object) -> str:
    return f"where {at or 'the body'} is {type(value).__name__} instead of {expected}"
