"""A hook of mkdocs: links to files that are no pages lead to the repository, once it has an address. README.md is the first page, and its links are
those of the folder above."""

import posixpath
import re
from typing import Any

REPOSITORY = "<repository>/blob/main/"
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    is_readme = page.file.src_uri == "index.md"
    if is_readme:
        with open("README.md", encoding="utf-8") as file:
            markdown = file.read()

    def led(link: re.Match[str]) -> str:
        text, (path, hash_sign, place) = link[1], link[2].partition("#")
        path = posixpath.normpath(posixpath.join("python" if is_readme else "docs/python", path))
        name = path.removeprefix("docs/python/")
        is_page = files.get_file_from_path(name)
        if not is_page and REPOSITORY.startswith("<"):
            return text
        target = name if is_page else REPOSITORY + path
        return f"[{text}]({target}{hash_sign}{place})"

    return LINK.sub(led, markdown)
