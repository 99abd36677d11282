"""As much of httpx as the synchronous client needs, and the asynchronous one before it sends, on the standard library: tests on machines without httpx send real requests with it."""

import http.client
from urllib.parse import urlsplit


class TransportError(Exception):
    pass


class RemoteProtocolError(TransportError):
    pass


class ReadError(TransportError):
    pass


class ReadTimeout(TransportError):
    pass


class DecodingError(Exception):
    pass


class AsyncClient:
    def __init__(self, follow_redirects):
        pass


class Timeout:
    def __init__(self, seconds):
        self.seconds = seconds


class Request:
    def __init__(self, method, url, headers, content):
        self.method, self.url, self.headers, self.content = method, url, headers, content


class Response:
    def __init__(self, answer):
        self.status_code = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self._answer = answer

    def iter_bytes(self):
        yield self._answer.read()

    def close(self):
        self._answer.close()


class Client:
    def __init__(self, follow_redirects):
        pass

    def build_request(self, method, url, headers, content, timeout):
        return Request(method, url, headers, content)

    def send(self, request, stream, follow_redirects):
        url = urlsplit(request.url)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        target = f"{url.path}?{url.query}" if url.query else url.path
        connection.request(request.method, target, body=request.content, headers=request.headers)
        return Response(connection.getresponse())

    def close(self):
        pass
