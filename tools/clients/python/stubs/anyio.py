"""What the asynchronous client needs to be imported. It is not run with it."""


class Lock:
    pass
