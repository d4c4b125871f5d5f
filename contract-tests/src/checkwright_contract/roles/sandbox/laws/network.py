"""Laws of the network: nothing inside reaches anything.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from typing import TYPE_CHECKING

from checkwright.wording import shown

from ....law import Unproven
from ..under_test import new_marker

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "network_has_no_route",
    "network_refuses_connections",
    "network_refuses_datagrams",
    "network_refuses_named_sockets",
]

#: Sends a byte to a port of the loopback by the first program that can: $1 is tcp or udp, $2 the port.
_SEND = r"""
perl='socket(S, PF_INET, $ARGV[0] eq "udp" ? SOCK_DGRAM : SOCK_STREAM, 0);
  connect(S, sockaddr_in($ARGV[1], inet_aton("127.0.0.1"))) and syswrite(S, "x")'
if command -v bash; then bash -c "echo x > /dev/$1/127.0.0.1/$2"
elif command -v perl; then perl -MSocket -e "$perl" "$1" "$2"
elif [ "$1" = tcp ] && command -v nc; then echo x | nc -w 1 127.0.0.1 "$2"
elif [ "$1" = udp ] && command -v nc; then echo x | nc -u -w 1 127.0.0.1 "$2"
else exit 3
fi >/dev/null 2>&1
exit 0
"""
_HEADER = 1


def network_refuses_connections(tried: SandboxUnderTest) -> None:
    """Nothing inside connects to a server on the loopback of the host."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.setblocking(False)
        _send(tried, "tcp", server.getsockname()[1])
        with contextlib.suppress(BlockingIOError):
            server.accept()[0].close()
            raise AssertionError("a command connected to a port of the host")


def network_refuses_datagrams(tried: SandboxUnderTest) -> None:
    """Nothing inside sends a datagram to the host, as to a server that looks names up."""
    with socket.socket(type=socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.setblocking(False)
        _send(tried, "udp", server.getsockname()[1])
        with contextlib.suppress(BlockingIOError):
            server.recv(1)
            raise AssertionError("a datagram of a command reached the host")


def _send(tried: SandboxUnderTest, protocol: str, port: int) -> None:
    if tried.run(_SEND, protocol, str(port)).result.exit_code == 3:
        raise Unproven("no program inside can open a connection")


def network_refuses_named_sockets(tried: SandboxUnderTest) -> None:
    """Abstract sockets of the host, which no folder holds, cannot be seen inside."""
    if sys.platform != "linux":
        raise Unproven("only Linux has abstract sockets")
    name = new_marker()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0{name}")
        server.listen()
        seen = name in tried.output("cat /proc/net/unix 2>/dev/null || :")
        assert not seen, "a command sees an abstract socket of the host"


def network_has_no_route(tried: SandboxUnderTest) -> None:
    """There is no route to anywhere but the loopback, in either version of the protocol."""
    told = tried.output("(cat /proc/net/route; echo; cat /proc/net/ipv6_route) 2>/dev/null || :")
    version_4, _, version_6 = told.partition("\n\n")
    routes = version_4.splitlines()[_HEADER:]
    routes += [line for line in version_6.splitlines() if line.split()[-1:] not in ([], ["lo"])]
    assert not routes, f"there is a route: {shown(routes[0])}"
