// Tables that sort by a click on a header, and show the rows that a text and the verdicts choose.
// Without this script all rows are there, worst first.
"use strict";

/** Sorts the rows of a table by a column. Equal rows keep their order. */
function sort(table, column, kind, descending) {
  const value = (row) => row.cells[column].dataset.value;
  const number = (row) => {
    const parsed = Number.parseFloat(value(row).replace("inf", "Infinity"));
    return Number.isNaN(parsed) ? -Infinity : parsed;
  };
  // The difference of two infinities is no number.
  const compare = kind === "number" ? (a, b) => number(a) - number(b) || 0 : (a, b) => value(a).localeCompare(value(b), "en", { numeric: true });
  const rows = [...table.tBodies[0].rows].sort((a, b) => (descending ? compare(b, a) : compare(a, b)));
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...table.tHead.rows[0].cells];
  for (const [column, head] of heads.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sort(table, column, head.dataset.sort, descending);
    });
  }
}

for (const tools of document.querySelectorAll(".tools")) {
  const rows = [...document.getElementById(tools.dataset.for).tBodies[0].rows];
  const text = tools.querySelector("input");
  const choices = [...tools.querySelectorAll("button")];
  const count = tools.querySelector(".count");
  const choose = () => {
    const wanted = text.value.trim().toLowerCase().split(/\s+/);
    const words = new Set(choices.filter((choice) => choice.getAttribute("aria-pressed") === "true").map((choice) => choice.dataset.word));
    for (const row of rows) {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.has(row.dataset.word) || !wanted.every((word) => content.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden);
    count.textContent = `${shown.length} of ${rows.length} ${count.dataset.what}`;
    for (const row of rows) {
      const card = row.querySelector("a[href^='#pair-']")?.hash.slice(1);
      if (card) document.getElementById(card).hidden = row.hidden;
    }
  };
  text.addEventListener("input", choose);
  for (const choice of choices) {
    choice.addEventListener("click", () => {
      choice.setAttribute("aria-pressed", String(choice.getAttribute("aria-pressed") !== "true"));
      choose();
    });
  }
  tools.hidden = false;
  choose();
}
