"""Multipart bodies that are read while they are sent, again for each attempt."""

from __future__ import annotations

import math
import os
import uuid
from dataclasses import dataclass
from datetime import date
from typing import Any, AsyncIterable, AsyncIterator, BinaryIO, Callable, Iterable, Iterator, Mapping, Union
from uuid import UUID

Content = Union[bytes, bytearray, memoryview, os.PathLike[str], BinaryIO, Iterable[bytes], AsyncIterable[bytes]]

Progress = Callable[[int, Union[int, None]], None]
"""Called with the bytes that were sent and their number in all, None if that is not known."""

CHUNK = 64 * 1024


@dataclass(frozen=True)
class Upload:
    """A file with the name and media type that the service sees."""

    content: Content
    name: str = "file"
    media_type: str = "application/octet-stream"


UploadSource = Union[Content, Upload]
"""A path, bytes, a file opened in binary mode, or an iterable of bytes. An iterable can be sent only once."""


def text_of(operation: str, name: str, value: object) -> str:
    """A value as text. What has none is refused: None or nan would be another request."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{operation}: {name} must not be {value}")
    if isinstance(value, (str, int, float, date, UUID)):
        return str(value)
    raise TypeError(f"{operation}: {name} must be a text, a number or a bool, not {type(value).__name__}")


def empty_list(operation: str, name: str) -> str:
    """It would be left out, and the request would ask for everything."""
    return f"{operation}: {name} is an empty list; leave it out, or give at least one value"


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, bool, list, tuple))


class Form:
    """Fields of one request. Each call of `chunks` begins at the start of the files."""

    def __init__(self, operation: str, fields: Mapping[str, Any], on_progress: Progress | None) -> None:
        self._operation = operation
        self._boundary = uuid.uuid4().hex
        self.content_type = f"multipart/form-data; boundary={self._boundary}"
        self._on_progress = on_progress
        # Files come last, so that they can be refused by the fields before them.
        texts_first = sorted(fields.items(), key=lambda field: not _is_text(field[1]))
        self._parts = [part for name, value in texts_first for part in self._part(name, value)]
        self._parts.append(f"--{self._boundary}--\r\n".encode())
        self.length = _total(self._parts)
        self.is_sent_once = any(not _is_repeatable(part) for part in self._parts)
        self.is_begun = False
        """Whether any of it has been read."""
        self._starts = {id(part): part.tell() for part in self._parts if _is_file(part) and part.seekable()}

    def _part(self, name: str, value: Any) -> list[Any]:
        if isinstance(value, (list, tuple)) and not _is_content(value):
            if not value:
                raise ValueError(empty_list(self._operation, name))
            return [part for each in value for part in self._part(name, each)]
        if value is None or isinstance(value, (str, int, float, bool)):
            return [self._head(name) + text_of(self._operation, name, value).encode() + b"\r\n"]
        upload = value if isinstance(value, Upload) else Upload(value, _name_of(value))
        content = upload.content
        if isinstance(content, (bytearray, memoryview)):
            content = bytes(content)
        is_iterable = isinstance(content, (Iterable, AsyncIterable)) and not isinstance(content, (Mapping, str))
        if not (is_iterable or isinstance(content, os.PathLike) or _is_file(content)):
            raise TypeError(f"{self._operation}: {name} is no file")
        return [self._head(name, upload), content, b"\r\n"]

    def _head(self, name: str, upload: Upload | None = None) -> bytes:
        file = "" if upload is None else f'; filename="{_quoted(upload.name)}"\r\nContent-Type: {upload.media_type}'
        head = f'--{self._boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"{file}\r\n\r\n'
        return head.encode()

    def chunks(self) -> Iterator[bytes]:
        self.is_begun = True
        sent = 0
        for part in self._parts:
            if isinstance(part, AsyncIterable):
                raise TypeError("an async iterable is sent by an AsyncClient only")
            for chunk in self._read(part):
                sent += len(chunk)
                yield chunk
                self._report(sent)

    async def async_chunks(self) -> AsyncIterator[bytes]:
        self.is_begun = True
        sent = 0
        for part in self._parts:
            if isinstance(part, AsyncIterable):
                async for chunk in part:
                    sent += len(chunk)
                    yield chunk
                    self._report(sent)
                continue
            for chunk in self._read(part):
                sent += len(chunk)
                yield chunk
                self._report(sent)

    def _report(self, sent: int) -> None:
        if self._on_progress is not None:
            self._on_progress(sent, self.length)

    def _read(self, part: Any) -> Iterator[bytes]:
        if isinstance(part, bytes):
            for start in range(0, len(part), CHUNK):
                yield part[start : start + CHUNK]
        elif isinstance(part, os.PathLike):
            with open(part, "rb") as file:
                yield from iter(lambda: file.read(CHUNK), b"")
        elif _is_file(part):
            if id(part) in self._starts:
                part.seek(self._starts[id(part)])
            yield from iter(lambda: part.read(CHUNK), b"")
        else:
            yield from part


def _is_file(part: Any) -> bool:
    return hasattr(part, "read") and hasattr(part, "seekable")


def _is_content(value: list[Any] | tuple[Any, ...]) -> bool:
    """The pieces of one file, not the values of a field that may repeat."""
    return len(value) > 0 and all(isinstance(each, bytes) for each in value)


def _is_repeatable(part: Any) -> bool:
    if isinstance(part, (bytes, os.PathLike)):
        return True
    return bool(part.seekable()) if _is_file(part) else isinstance(part, (list, tuple))


def _total(parts: list[Any]) -> int | None:
    lengths = [_length(part) for part in parts]
    return None if None in lengths else sum(each for each in lengths if each is not None)


def _length(part: Any) -> int | None:
    if isinstance(part, bytes):
        return len(part)
    if isinstance(part, os.PathLike):
        return os.stat(part).st_size
    if _is_file(part) and part.seekable():
        start = part.tell()
        end = int(part.seek(0, os.SEEK_END))
        part.seek(start)
        return end - int(start)
    return None


def _name_of(value: Any) -> str:
    if isinstance(value, os.PathLike):
        return str(os.path.basename(value))
    name = getattr(value, "name", None)
    return os.path.basename(name) if isinstance(name, str) else "file"


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
