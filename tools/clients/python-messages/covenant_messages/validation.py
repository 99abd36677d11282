"""Checks a value against a schema of the contract. The generator refuses schemas with a rule that is not here."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, Final
from urllib.parse import urlsplit

from .definition import Schema, Schemas

_SAFE_INTEGER: Final = 2**53 - 1
_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME: Final = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:z|([+-])([0-9]{2}):([0-9]{2}))", re.IGNORECASE)
_URI: Final = re.compile(r"[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~!$&'()*+,;=:@/?#\[\]]|%[0-9a-f]{2})+", re.IGNORECASE)


def explain(value: object, schema: Schema, schemas: Schemas, *, is_open: bool) -> str | None:
    """Places and rules of the first errors, never values; None if the value is valid. With `is_open`, fields that are not known are accepted."""
    errors: list[str] = []
    for error in _errors(value, schema, schemas, is_open, ""):
        errors.append(error)
        if len(errors) == 5:
            break
    return "; ".join(errors) or None


def _errors(value: object, schema: Schema, schemas: Schemas, is_open: bool, at: str) -> Iterator[str]:
    if "$ref" in schema:
        yield from _errors(value, schemas[schema["$ref"]], schemas, is_open, at)
        return
    place = at or "/"
    types = schema.get("type", [])
    if types and not any(_is_of(value, each) for each in ([types] if isinstance(types, str) else types)):
        yield f"{place} type"
        return
    if "enum" in schema and not any(_is_equal(value, each) for each in schema["enum"]):
        yield f"{place} enum"
    if "const" in schema and not _is_equal(value, schema["const"]):
        yield f"{place} const"
    if isinstance(value, str):
        yield from (f"{place} {rule}" for rule in _text_errors(value, schema))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from (f"{place} {rule}" for rule in _number_errors(value, schema))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _errors(item, schema.get("items", {}), schemas, is_open, f"{at}/{index}")
    elif isinstance(value, dict):
        yield from _object_errors(value, schema, schemas, is_open, at)


def _object_errors(value: dict[str, Any], schema: Schema, schemas: Schemas, is_open: bool, at: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f'{at or "/"} required "{name}"'
    for name, each in value.items():
        if name in properties:
            yield from _errors(each, properties[name], schemas, is_open, f"{at}/{name}")
        elif schema.get("additionalProperties") is False and not is_open:
            yield f'{at or "/"} additionalProperties "{name}"'


def _is_of(value: object, kind: str) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "integer":
        return is_number and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
    if kind == "number":
        return is_number
    expected = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}[kind]
    return isinstance(value, expected)


def _is_equal(value: object, other: object) -> bool:
    """In Python `True == 1`."""
    return isinstance(value, bool) == isinstance(other, bool) and value == other


def _text_errors(text: str, schema: Schema) -> Iterator[str]:
    if len(text) < schema.get("minLength", 0):
        yield "minLength"
    if len(text) > schema.get("maxLength", len(text)):
        yield "maxLength"
    if "pattern" in schema and re.search(schema["pattern"], text, re.ASCII) is None:
        yield "pattern"
    if not _has_format(text, schema.get("format")):
        yield "format"


def _number_errors(value: int | float, schema: Schema) -> Iterator[str]:
    if value < schema.get("minimum", value):
        yield "minimum"
    if value > schema.get("maximum", value):
        yield "maximum"
    form = schema.get("format")
    if form == "int32" and not -(2**31) <= value < 2**31:
        yield "format"
    # Programs in other languages read a larger number as another one.
    if form == "int64" and abs(value) > _SAFE_INTEGER:
        yield "format"


def _has_format(text: str, form: str | None) -> bool:
    if form == "uuid":
        return _UUID.fullmatch(text) is not None
    if form == "date":
        return _is_date(text)
    if form == "date-time":
        return text[10:11] in ("T", "t") and _is_date(text[:10]) and _is_time(text[11:])
    if form == "uri":
        return _URI.fullmatch(text) is not None and _is_address(text)
    return True


def _is_date(text: str) -> bool:
    if _DATE.fullmatch(text) is None:
        return False
    year, month, day = (int(part) for part in text.split("-"))
    try:
        # Python has no year 0, which is a leap year.
        date(year or 2000, month, day)
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    hour, minute, second = (int(found[index]) for index in (1, 2, 3))
    zone_hour, zone_minute = int(found[5] or 0), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or zone_hour > 23 or zone_minute > 59:
        return False
    shift = (zone_hour * 60 + zone_minute) * (-1 if found[4] == "-" else 1)
    # A leap second ends a day in UTC.
    return second < 60 or (hour * 60 + minute - shift) % 1440 == 1439


def _is_address(text: str) -> bool:
    try:
        urlsplit(text).port
    except ValueError:
        return False
    return True
