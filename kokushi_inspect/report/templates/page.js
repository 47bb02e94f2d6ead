// Language, theme, sorting and lists of questions. No request is made, and no text becomes markup.
"use strict";

const root = document.documentElement;
const data = JSON.parse(document.getElementById("data").textContent);

function remember(name, value) {
  try { localStorage.setItem("kokushi-" + name, value); } catch { /* a file may have no storage */ }
}

function recall(name) {
  try { return localStorage.getItem("kokushi-" + name); } catch { return null; }
}

// An element with properties and children; strings become text, never markup.
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") element.style.cssText = value;
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== ""));
  return element;
}

function inBoth(ja, en) {
  return [make("span", { class: "ja", lang: "ja" }, ja), make("span", { class: "en", lang: "en" }, en)];
}

function say(name, fallback = name) {
  const text = data.texts[name];
  return text ? inBoth(text[0], text[1]) : [fallback];
}

function setLanguage(language) {
  root.lang = language;
  remember("language", language);
  document.title = document.querySelector("h1 ." + language).textContent;
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === language));
  }
  for (const element of document.querySelectorAll("[data-ja]")) {
    const text = element.dataset[language];
    if (element.tagName === "OPTION") element.textContent = text;
    else element.setAttribute("aria-label", text);
  }
}

function setTheme(theme) {
  root.dataset.theme = theme;
  remember("theme", theme);
}

// The next state of a heading: numbers begin with the largest, words with the first.
function turn(heading) {
  const first = heading.classList.contains("n") ? "descending" : "ascending";
  const now = heading.getAttribute("aria-sort");
  const next = now === "none" ? first : now === "ascending" ? "descending" : "ascending";
  for (const other of heading.parentElement.cells) {
    if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
  }
  heading.setAttribute("aria-sort", next);
  return next === "ascending" ? 1 : -1;
}

function worth(cell) {
  const value = cell.dataset.v;
  if (value === undefined) return cell.innerText.trim();
  return value === "" ? -Infinity : Number(value);
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a === b ? 0 : a < b ? -1 : 1;
  return String(a).localeCompare(String(b), "ja", { numeric: true });
}

function sortTable(heading) {
  const direction = turn(heading);
  const body = heading.closest("table").tBodies[0];
  const rows = [...body.rows].filter((row) => !row.classList.contains("reference"));
  const keyed = rows.map((row) => [worth(row.cells[heading.cellIndex]), row]);
  keyed.sort((a, b) => direction * compare(a[0], b[0]));
  body.append(...keyed.map((pair) => pair[1]));
}

function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") {
    target.open = true;
    target.scrollIntoView({ block: "start" });
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.language) setLanguage(button.dataset.language);
  else if (button.id === "theme") {
    const dark = getComputedStyle(root).colorScheme === "dark"
      || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    setTheme(dark ? "light" : "dark");
  } else if (button.closest("table.sortable thead")) sortTable(button.closest("th"));
});

// Long lists of questions are written when they are opened.
document.addEventListener("toggle", (event) => {
  const list = event.target;
  if (!list.open || !list.dataset.items || list.dataset.full) return;
  list.dataset.full = "yes";
  const buttons = list.dataset.items.split(" ").map((id) => refer(id));
  list.querySelector("p").append(...buttons);
}, true);

let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open]):not(.refs)")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
addEventListener("hashchange", openTarget);
