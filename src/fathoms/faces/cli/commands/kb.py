"""`fathoms kb add|list|formats|search|show|remove|stats`."""

from __future__ import annotations

from datetime import datetime

import click

from fathoms.faces.cli.options import home_option, json_option

collection_option = click.option("--collection", metavar="NAME", help="Only this collection.")
_DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.group(invoke_without_command=True)
@click.pass_context
def kb(ctx: click.Context) -> None:
    """Look into the knowledge base and change it.

    \b
    Example:
      fathoms kb add ./documents --collection minutes
      fathoms kb search "charging fault" --since 2025-01-01
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@kb.command()
@click.argument("places", nargs=-1, required=True, metavar="PATH|ADDRESS…")
@click.option("--collection", metavar="NAME", help="Name of the collection; without it the paths make their own.")
@home_option
def add(places: tuple[str, ...], collection: str | None, home: str | None) -> int:
    """Take folders, files and globs in, or web pages that runs have read; only what changed is read again.

    \b
    Example:
      fathoms kb add minutes/ 'letters/*.txt' --collection archive
      fathoms kb add https://example.org/report.html
    """
    from fathoms.faces.cli import kb_views

    return kb_views.add(places, collection, home)


@kb.command("list")
@collection_option
@click.option("--skipped", is_flag=True, help="The files that are not searched, why, and what would help.")
@json_option
@home_option
def list_(collection: str | None, skipped: bool, as_json: bool, home: str | None) -> None:
    """List the documents.

    \b
    Example:
      fathoms kb list --collection archive
      fathoms kb list --skipped
    """
    from fathoms.faces.cli import kb_views

    if skipped:
        kb_views.list_unread(collection, home, as_json=as_json)
    else:
        kb_views.list_documents(collection, home, as_json=as_json)


@kb.command()
@click.option("--markdown", is_flag=True, help="As a page for the documentation.")
def formats(markdown: bool) -> None:
    """List the kinds of documents that are read, and what of them is searched.

    \b
    Example:
      fathoms kb formats
    """
    from fathoms.faces.cli import format_views

    format_views.show(as_markdown=markdown)


@kb.command()
@click.argument("query")
@collection_option
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=10, show_default=True, metavar="N", help="Most passages."
)
@click.option("--since", type=_DAY, metavar="DATE", help="Only documents of this day or later.")
@click.option("--until", type=_DAY, metavar="DATE", help="Only documents of this day or earlier.")
@click.option("--language", metavar="CODE", help="Only documents in this language.")
@click.option("--path", default="", metavar="GLOB", help="Only documents with such a path.")
@json_option
@home_option
def search(
    query: str,
    collection: str | None,
    limit: int,
    since: datetime | None,
    until: datetime | None,
    language: str | None,
    path: str,
    as_json: bool,
    home: str | None,
) -> None:
    """Find passages, each with the address of its exact place.

    \b
    Example:
      fathoms kb search "turbine bearing" --path 'incidents/*' --limit 3
    """
    from fathoms.faces.cli import kb_views

    kb_views.search(
        query,
        collection,
        home,
        limit=limit,
        since=since.date() if since else None,
        until=until.date() if until else None,
        language=language,
        path=path,
        as_json=as_json,
    )


@kb.command()
@click.argument("document")
@collection_option
@json_option
@home_option
def show(document: str, collection: str | None, as_json: bool, home: str | None) -> None:
    """Show a document as it is stored, by its path, its name where only one has it, or its kb:// address.

    \b
    Example:
      fathoms kb show minutes/2021-03-18-energy-committee.md
    """
    from fathoms.faces.cli import kb_views

    kb_views.show(document, collection, home, as_json=as_json)


@kb.command()
@click.argument("document", required=False)
@collection_option
@click.option("--everywhere", is_flag=True, help="Also its snapshots, and the runs that quote it.")
@home_option
def remove(document: str | None, collection: str | None, everywhere: bool, home: str | None) -> None:
    """Remove a document, or a whole collection; files on disk stay.

    \b
    Example:
      fathoms kb remove minutes/2021-03-18-energy-committee.md
      fathoms kb remove --collection archive
    """
    from fathoms.faces.cli import kb_views

    kb_views.remove(document, collection, home, everywhere=everywhere)


@kb.command()
@json_option
@home_option
def stats(as_json: bool, home: str | None) -> None:
    """Count documents, words, languages and dates of each collection.

    \b
    Example:
      fathoms kb stats --json
    """
    from fathoms.faces.cli import kb_views

    kb_views.stats(home, as_json=as_json)
