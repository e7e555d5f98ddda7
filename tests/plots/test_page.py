"""Pages with plots: they stand alone, run nothing but their own scripts, and are alive in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from yupana.schemas.errors import UsageError
from yupana.tools.documents.model import Chapter, Document, Paragraph, Picture, prose
from yupana.tools.plots import charts
from yupana.tools.plots.charts import live_page
from yupana.tools.shell import extras

pytest.importorskip("vl_convert")
pytest.importorskip("vl_convert")

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ROWS = [
    {"name": f"row {each}", "value": 2 * each, "low": 2 * each - 1, "high": 2 * each + 1, "side": "<b>&"}
    for each in range(1, 4)
]


def _charts() -> list[Picture]:
    made = [
        charts.intervals(ROWS, x_title="x", sides=True, rule=2),
        charts.intervals(ROWS, x_title="across", percent=True),
    ]
    return [charts.picture(f"chart-{number}", each, "A caption") for number, each in enumerate(made)]


@pytest.fixture(scope="module")
def page() -> str:
    chapters = (Chapter("Plots", "plots", (Paragraph(prose("</script><b>")), *_charts())),)
    return live_page(Document("A page", chapters=chapters), "p { color: red; }")


def test_pictures_are_drawn_already() -> None:
    for each in _charts():
        assert each.svg.startswith("<svg")
        assert json.loads(each.spec)["$schema"].startswith("https://vega.github.io/schema/vega-lite/")


@pytest.mark.slow
def test_it_loads_nothing(page: str) -> None:
    markup = re.sub(r"<script type=\"module\">.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"\s(?:src|href)=\"(?!#)", markup)
    assert "default-src 'none'" in page
    assert "unsafe-eval" not in page
    assert page.count("script-src 'sha256-") == 1


def test_texts_are_no_markup(page: str) -> None:
    assert "&lt;/script&gt;&lt;b&gt;" in page
    assert "<b>&" not in page


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium to look at pages with")
def test_it_is_alive_in_a_browser(page: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    assert BROWSER is not None
    line = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
        "--virtual-time-budget=20000", "--enable-logging=stderr", "--dump-dom", path.as_uri(),
    ]  # fmt: skip
    ran = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
    assert ran.stdout.count('class="live"') == len(_charts()), ran.stderr[-2000:]
    assert "CONSOLE" not in ran.stderr


def test_without_the_packages_a_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'yupana\[plots\]'"):
        _charts()
