"""LateConnection: a judge that loads the SDK when it is first asked, which takes about a second."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from checkwright.wording import one_line
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, JudgeRequest

if TYPE_CHECKING:
    from .connection import Connection
    from .route import Route

__all__ = ["LateConnection"]


class LateConnection:
    """A judge behind a route; a run whose replies are all remembered never loads the SDK."""

    def __init__(self, route: Route) -> None:
        self._route = route
        self._guard = threading.Lock()
        self._connection: Connection | None = None

    def ask(self, request: JudgeRequest) -> JudgeReply:
        """Make exactly one request and return the reply.

        Raises:
            JudgeFault: there is none that can be used.
        """
        return self._connected().ask(request)

    def close(self) -> None:
        """Close its connections, if there are any."""
        with self._guard:
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _connected(self) -> Connection:
        with self._guard:
            if self._connection is None:
                from .connection import connect

                try:
                    self._connection = connect(self._route)
                except ValueError as error:
                    raise JudgeFault(FaultKind.REJECTED, one_line(str(error))) from None
            return self._connection
