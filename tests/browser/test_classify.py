"""Tables in and out: a text and a file are classified on the page, and documents are found by their fields."""

from __future__ import annotations

import csv
import re

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Document
from tests.browser.projects import taught

PATIENCE = 60_000  # milliseconds: a file is classified by a program of its own, which has to start


def with_fields(file):
    """A taught project to which mails with a source and a date came."""
    taught(file)
    with Project.open(file) as project:
        sources = ["email", "phone call", "email"]
        project.add_documents(
            Document(f"late-{number}", "my invoice is late", {"source": source, "stars": number})
            for number, source in enumerate(sources, 1)
        )


PROJECTS = {taught: 1, with_fields: 1}


def test_a_text_and_a_file_are_classified_and_downloaded(house, visits, tmp_path):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "classify")
    page = screen.page
    page.get_by_label("Paste or type a text").fill("an error: it crashes")
    screen.button("Classify", exact=True).click()
    expect(page.locator(".shares .best")).to_contain_text("bug")
    expect(page.locator(".classified .chip").first).to_be_visible()
    assert page.locator(".shares .share").evaluate_all(
        "all => all.every((each) => each.scrollWidth <= each.clientWidth)"
    )

    mails = tmp_path / "mails.csv"
    long = "my invoice is not what I was told on the phone " * 9 + "please"
    rows = [["Nr", "subject", "body"], ["007", "refund", long], ["8", "error", "it crashes"]]
    mails.write_text("\n".join(";".join(row) for row in rows), encoding="cp1252")
    page.locator("input[type=file]").set_input_files(mails)
    download = page.get_by_role("link", name="Download")
    expect(download).to_be_visible(timeout=PATIENCE)
    page.locator(".text-columns summary").click()
    for column in ("subject", "body"):
        page.get_by_label(column, exact=True).check()
    screen.button("Classify again").click()
    expect(page.locator(".text-columns summary")).to_have_text("The text: subject + body", timeout=PATIENCE)
    page.set_viewport_size({"width": 800, "height": 900})
    heights = page.locator(".rows .class-chip").evaluate_all("all => all.map((each) => each.offsetHeight)")
    assert len(heights) == 2
    assert max(heights) < 32, "a name is broken into lines beside a long text"
    with page.expect_download() as saved:
        download.click()
    saved.value.save_as(tmp_path / "answers.csv")
    with (tmp_path / "answers.csv").open(encoding="utf-8-sig", newline="") as answers:
        header, *answered = csv.reader(answers, delimiter=";")
    assert header == [*rows[0], "class", "probability", "reasons"]
    assert [row[:3] for row in answered] == rows[1:]
    with Project.open(file) as project:
        guesses = project.classify(f"{subject}\n\n{body}" for _, subject, body in rows[1:])
        assert [row[3] for row in answered] == [guess.class_ for guess in guesses]
        assert "it crashes" not in {document.text for document in project.documents()}


def test_documents_are_found_and_sorted_by_their_fields(house, visits):
    name, _ = house.take("with_fields")
    screen = visits.open(house.server, name, "review/predictions")
    page = screen.page
    page.get_by_role("searchbox").fill("late source:email")
    total = page.locator(".list-total")
    expect(total).to_contain_text(re.compile("^2 documents"))
    page.locator(".filters summary").click()
    page.get_by_label("Order", exact=True).select_option("by stars, downwards")
    ids = page.locator(".three-list li a")
    expect(ids.first).to_have_attribute("href", re.compile("late-3"))
    page.get_by_role("searchbox").fill("")
    page.locator('.three-list li a[href*="late-2"]').click()
    page.locator("details.fields summary").click()
    page.get_by_role("link", name="phone call", exact=True).click()
    expect(page.get_by_role("searchbox")).to_have_value('source:"phone call"')
    expect(total).to_contain_text(re.compile("^1 document"))
