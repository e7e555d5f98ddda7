"""What the studio's page may do, as its Content-Security-Policy says: its own files and nothing else; no script and no
style in the page, nothing that is evaluated, no request elsewhere."""

from __future__ import annotations

PARTS = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data: blob:",
    "font-src": "'self'", "connect-src": "'self'", "worker-src": "'self'", "frame-src": "'self'",
    "manifest-src": "'self'", "base-uri": "'none'", "form-action": "'none'",
}  # fmt: skip

FRAMED = ("table.html",)
"""The pages that the studio shows in a frame of its own."""


def policy(*, compiles: bool = False, ancestors: str | None = "'none'") -> str:
    """The policy of a page. `compiles`: WebAssembly is compiled in it; `ancestors` may show it in a frame, which only a
    header can say (None for a page that says its policy itself)."""
    parts = dict(PARTS)
    if compiles:
        parts["script-src"] += " 'wasm-unsafe-eval'"
    if ancestors is not None:
        parts["frame-ancestors"] = ancestors
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def headers_of(page: str) -> dict[str, str]:
    """What the answer with a file of the page says of it."""
    framed = page in FRAMED
    return {
        "content-security-policy": policy(compiles=True, ancestors="'self'" if framed else "'none'"),
        "x-frame-options": "SAMEORIGIN" if framed else "DENY",
    }
