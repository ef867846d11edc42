"""The server itself over HTTP: health, metrics, settings without secrets, what can be asked with.

Knows: what may be told of an installation.  Does not know: any run.
"""

from __future__ import annotations

from collections import Counter

from starlette.responses import Response

from fathoms import __version__
from fathoms.app.exports import FORMATS
from fathoms.app.settings import Known, Settings
from fathoms.domain.brief import EFFORT_LIMITS
from fathoms.domain.run import RunStatus
from fathoms.faces.http.endpoints import Call
from fathoms.faces.http.problems import without_paths
from fathoms.faces.http.shapes import EffortView, Health, Offered, SettingView

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_HIDDEN = "***"


async def health(call: Call) -> Health:
    return Health(status="ok", version=__version__)


async def metrics(call: Call) -> Response:
    """For Prometheus."""
    rows = await call.desk.look(call.desk.service.runs)
    by_status = Counter(row.status for row in rows)
    lines = ["# HELP fathoms_runs Runs of this home by status.", "# TYPE fathoms_runs gauge"]
    lines += [f'fathoms_runs{{status="{status.value}"}} {by_status[status]}' for status in RunStatus]
    lines += [
        "# HELP fathoms_event_streams Event streams that are open.",
        "# TYPE fathoms_event_streams gauge",
        f"fathoms_event_streams {call.desk.streams}",
        "# HELP fathoms_info The version that answers.",
        "# TYPE fathoms_info gauge",
        f'fathoms_info{{version="{__version__}"}} 1',
    ]
    return Response("\n".join(lines) + "\n", media_type=METRICS_TYPE)


async def offered(call: Call) -> Offered:
    settings = call.desk.service.settings
    return Offered(
        version=__version__,
        mind=settings.text("mind"),
        model=settings.text("model"),
        effort=settings.text("effort"),
        efforts=[
            EffortView(name=name, tasks=most.tasks, levels=most.levels, rounds=most.rounds)
            for name, most in EFFORT_LIMITS.items()
        ],
        web=settings.on("web"),
        engines=list(settings.words("engines")),
        folders=call.desk.local,
        upload_bytes=settings.number("max_file_mb") * 1_000_000,
        formats=list(FORMATS),
    )


async def list_settings(call: Call) -> list[SettingView]:
    settings = call.desk.service.settings
    return [_view(known, settings) for known in settings.listed]


def _view(known: Known, settings: Settings) -> SettingView:
    setting = settings.values[known.name]
    value = _HIDDEN if known.secret and setting.value else setting.value
    if isinstance(value, str) and value != _HIDDEN:
        value = without_paths(value)
    return SettingView(name=known.name, value=value, origin=setting.origin.value, help=known.help)
