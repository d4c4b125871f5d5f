"""Where requests of a profile go, and by which way."""

from __future__ import annotations

from urllib.parse import urlsplit

from checkwright.wording import shown

__all__ = ["azure_root", "checked_proxy", "openai_base"]

_PATH = "/chat/completions"
_UNDATED = "/openai/v1"


def openai_base(endpoint: str, api_version: str | None) -> str:
    """Return the address below which an OpenAI server has `/chat/completions`.

    Raises:
        ValueError: the endpoint is not such an address, or there is a dated version.
    """
    _path_of(endpoint)
    if api_version is not None:
        raise ValueError("api_version: openai has no dated versions; leave it out, or use azure_openai")
    return endpoint.rstrip("/")


def azure_root(endpoint: str, api_version: str | None) -> str:
    """Return an address of an Azure resource: for the dated API its root, else its `/openai/v1`.

    Raises:
        ValueError: the endpoint is not such an address, or is one of the undated API where a date is given.
    """
    path = _path_of(endpoint)
    if "/deployments" in path:
        raise ValueError("endpoint: leave out `/openai/deployments/...`; `deployment` says it")
    address = endpoint.rstrip("/")
    if path.endswith(_UNDATED):
        if api_version is not None:
            raise ValueError(
                f"api_version: {shown(endpoint)} is of the API without dates; leave one of them out"
            )
        return address
    address = address.removesuffix("/openai")
    return address + _UNDATED if api_version is None else address


def checked_proxy(proxy: str) -> str:
    """Return the address of a proxy.

    Raises:
        ValueError: it is not `http://HOST` or `https://HOST`.
    """
    if urlsplit(proxy).scheme not in ("http", "https"):
        raise ValueError("proxy: expected http://HOST:PORT or https://HOST:PORT")
    return proxy


def _path_of(endpoint: str) -> str:
    """Return the path of an endpoint, of which its profile saw that it is an address and no more."""
    path = urlsplit(endpoint).path.rstrip("/")
    if path.endswith(_PATH):
        raise ValueError(f"endpoint: leave out `{_PATH}`, which is added")
    return path
