"""The gate lets out what leads to the open internet and what the user allows, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fathoms.errors import ConfigError, Refused, Unavailable
from fathoms.sources.web.gate import Gate, forbidden, one_page, resolve

PUBLIC = "93.184.216.34"


def names(**known: Sequence[str]):  # type: ignore[no-untyped-def]
    """A name service; a name that it does not know is asked of the system, which knows odd spellings of numbers."""
    asked: list[str] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return known[host] if host in known else await resolve(host, port)

    resolver.asked = asked  # type: ignore[attr-defined]
    return resolver


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "::ffff:127.0.0.1",
        "[::ffff:7f00:1]",
        "::127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "2852039166",
        "0xa9fea9fe",
        "0251.0376.0251.0376",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:0001::",
        "fe80::1",
        "fd00:ec2::254",
        "224.0.0.1",
        "255.255.255.255",
        "localhost",
        "fec0::1",
        "64:ff9b:1::a00:1",
        "64:ff9b:1:fffe::808:808",
        "::ffff:0:808:808",
        "::ffff:0:127.0.0.1",
        "100::1",
        "5f00::1",
        "4000::1",
        "2a00:1450:4001::5efe:10.0.0.1",
        "2a00:1450:4001::200:5efe:192.168.1.1",
        "fe80::5efe:8.8.8.8",
        "168.63.129.16",
        "::ffff:168.63.129.16",
    ],
)
async def test_an_address_that_is_not_of_the_open_internet_is_refused_however_it_is_spelled(host: str) -> None:
    with pytest.raises(Refused, match="forbidden address"):
        await Gate().addresses(host, 80)


@pytest.mark.parametrize("host", [PUBLIC, "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::808:808", "168.63.129.17"])
async def test_an_address_of_the_open_internet_passes_as_it_is(host: str) -> None:
    assert await Gate().addresses(host, 443) == (host,)


async def test_a_name_with_one_forbidden_address_among_good_ones_is_refused() -> None:
    gate = Gate(resolver=names(mixed=(PUBLIC, "10.0.0.1")))
    with pytest.raises(Refused):
        await gate.addresses("mixed", 80)


async def test_a_name_is_looked_up_once_and_the_judged_addresses_are_returned() -> None:
    resolver = names(site=(PUBLIC,))
    assert await Gate(resolver=resolver).addresses("site", 80) == (PUBLIC,)
    assert resolver.asked == ["site"]


@pytest.mark.parametrize(
    ("entry", "host", "port"),
    [
        ("localhost", "localhost", 8080),
        ("localhost:8080", "localhost", 8080),
        ("127.0.0.1", "127.0.0.1", 9),
        ("127.0.0.1:9", "127.0.0.1", 9),
        ("127.0.0.0/8", "127.4.5.6", 80),
        ("http://intranet:80/", "intranet", 80),
        ("[::1]:80", "::1", 80),
    ],
)
async def test_what_the_user_allows_passes(entry: str, host: str, port: int) -> None:
    gate = Gate(allow_hosts=(entry,), resolver=names(intranet=("10.1.1.1",)))
    assert await gate.addresses(host, port)


@pytest.mark.parametrize(
    ("entry", "host", "port"),
    [
        ("localhost:8080", "localhost", 8081),
        ("127.0.0.1:9", "127.0.0.1", 10),
        ("10.0.0.0/8", "127.0.0.1", 80),
        ("intranet", "other", 80),
        ("10.0.0.0/8", "other", 80),  # whoever has a name can have it lead into the network
        ("10.1.1.1", "other", 80),
    ],
)
async def test_what_is_allowed_is_no_more_than_what_was_named(entry: str, host: str, port: int) -> None:
    gate = Gate(allow_hosts=(entry,), resolver=names(other=("10.1.1.1",)))
    with pytest.raises(Refused):
        await gate.addresses(host, port)


@pytest.mark.parametrize("entry", ["a b", "http://", "host:99999", "10.0.0.0/99"])
def test_an_entry_that_names_no_host_is_a_mistake_to_say_at_once(entry: str) -> None:
    with pytest.raises(ConfigError, match="allow_hosts"):
        Gate(allow_hosts=(entry,))


async def test_a_page_never_leads_to_a_service_of_our_own_even_on_an_allowed_host() -> None:
    gate = Gate(allow_hosts=("127.0.0.1", "localhost"), own_services=("http://localhost:8888/searxng",))
    assert await gate.addresses("127.0.0.1", 8889)
    for host in ("127.0.0.1", "localhost"):
        with pytest.raises(Refused, match="service of our own"):
            await gate.addresses(host, 8888)


async def test_an_endpoint_of_the_settings_may_be_private_and_only_that_port() -> None:
    gate = Gate(trusted=("http://127.0.0.1:8888/searxng",))
    assert await gate.addresses("127.0.0.1", 8888)
    with pytest.raises(Refused):
        await gate.addresses("127.0.0.1", 8889)


async def test_offline_only_allowed_hosts_are_reached_and_no_name_is_even_looked_up() -> None:
    resolver = names(site=(PUBLIC,))
    gate = Gate(allow_hosts=("127.0.0.1",), offline=True, resolver=resolver)
    assert await gate.addresses("127.0.0.1", 80)
    with pytest.raises(Refused, match="offline"):
        await gate.addresses("site", 80)
    assert resolver.asked == []


async def test_offline_an_endpoint_of_the_settings_has_to_be_allowed_too() -> None:
    with pytest.raises(Refused, match="offline"):
        await Gate(trusted=("http://127.0.0.1:8888",), offline=True).addresses("127.0.0.1", 8888)


async def test_a_name_without_address_cannot_be_reached() -> None:
    with pytest.raises(Unavailable):
        await Gate(resolver=names(gone=())).addresses("gone", 80)


def test_forbidden_says_why() -> None:
    import ipaddress

    assert "metadata" in forbidden(ipaddress.ip_address("169.254.169.254"))
    assert forbidden(ipaddress.ip_address(PUBLIC)) == ""


async def test_a_name_leads_to_the_same_addresses_while_one_page_is_drawn() -> None:
    answers = iter([("93.184.216.34",), ("10.0.0.1",)])

    async def rebinding(host: str, port: int) -> Sequence[str]:
        return next(answers)

    gate = Gate(resolver=rebinding)
    with one_page():
        assert await gate.addresses("site", 80) == await gate.addresses("site", 443) == (PUBLIC,)
    with pytest.raises(Refused):
        await gate.addresses("site", 80)


async def test_a_public_page_asks_for_no_private_address_even_an_allowed_one() -> None:
    gate = Gate(allow_hosts=("intranet",), resolver=names(intranet=("10.1.1.1",), site=(PUBLIC,)))
    with one_page():
        await gate.meets_page("site", 80)
        with pytest.raises(Refused, match="open internet"):
            await gate.meets_page("intranet", 80)
    with one_page():
        await gate.meets_page("intranet", 80)
        await gate.meets_page("site", 80)
