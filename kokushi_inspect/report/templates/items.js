// The list of questions, and the window that shows one of them.

const PAGE = 50;
const items = new Map(data.items.map((item) => [item.id, item]));
const dialog = document.getElementById("question");
const table = document.getElementById("item-table");
let shown = PAGE;
let listed = data.items;
let order = null;

function percent(share) {
  return share === null ? "–" : (100 * share).toFixed(1) + "%";
}

function refer(id) {
  const item = items.get(id);
  return make("button", { type: "button", class: "ref", dataset: { item: id } }, make("bdi", {}, item ? item.question : id));
}

function bar(share, kind) {
  return make("span", { class: "bar " + kind, "aria-hidden": "true" }, make("i", { style: `width:${100 * share}%` }));
}

function answerName(choice) {
  return choice[0] === "(unread)" ? say("item.unread") : [make("bdi", {}, choice[0])];
}

const TESTS = {
  doubt: (item) => item.doubt !== null,
  wrong: (item) => item.difficulty === 0,
  split: (item) => item.difficulty > 0 && item.difficulty < 1,
  figure: (item) => item.hasFigure,
  unread: (item) => item.replies.some((reply) => reply[2] !== "answered"),
  forbidden: (item) => item.replies.some((reply) => reply[6]),
};

const SORTS = {
  question: (item) => item.question,
  sitting: (item) => item.sitting,
  kind: (item) => item.kind,
  difficulty: (item) => item.difficulty,
  people_share: (item) => item.people,
  discrimination: (item) => item.discrimination,
  doubt: (item) => (item.doubt ? item.doubt[1].length / item.doubt[2] : null),
};

function select() {
  const form = document.getElementById("filters").elements;
  const words = form.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const test = TESTS[form.which.value] || (() => true);
  listed = data.items.filter((item) => {
    if (form.group.value && item.group !== form.group.value) return false;
    const text = `${item.question} ${item.subject} ${item.text}`.toLowerCase();
    return test(item) && words.every((word) => text.includes(word));
  });
  if (order) {
    const value = (item) => SORTS[order.by](item) ?? -Infinity;
    listed = [...listed].sort((a, b) => order.direction * compare(value(a), value(b)));
  }
  draw();
}

function row(item) {
  const choices = item.choices.filter((choice) => choice[4]).map((choice) =>
    make("span", { class: choice[2] ? "key" : "" }, answerName(choice), ` ${Math.round(100 * choice[5])}%`, choice[2] ? " ✓" : "", choice[3] ? " ⚠" : ""));
  const doubt = item.doubt
    ? [make("bdi", {}, item.doubt[0]), ` ${item.doubt[1].length}/${item.doubt[2]}`]
    : ["–"];
  return make("tr", {},
    make("th", { scope: "row" }, refer(item.id)),
    make("td", {}, inBoth(...data.groups[item.group]), " ", item.sitting === "practice" ? "" : item.sitting),
    make("td", {}, say("kind." + item.kind, item.kind)),
    make("td", { class: "n" }, percent(item.difficulty)),
    make("td", { class: "n" }, percent(item.people)),
    make("td", { class: "n" }, item.discrimination === null ? "–" : item.discrimination.toFixed(2)),
    make("td", {}, make("span", { class: "mini" }, choices)),
    make("td", { class: "n" }, doubt));
}

function draw() {
  table.tBodies[0].replaceChildren(...listed.slice(0, shown).map(row));
  document.getElementById("more").hidden = shown >= listed.length;
  const some = Math.min(shown, listed.length);
  document.getElementById("count").textContent = `${some} / ${listed.length}`;
}

function figure([name, picture]) {
  const caption = make("figcaption", {}, make("bdi", {}, name));
  if (!picture) return make("figure", {}, caption, make("small", {}, say("item.no_picture")));
  return make("figure", {}, make("img", { src: picture, alt: name, loading: "lazy" }), caption);
}

function optionRow(choice, item) {
  const [answer, text, key, forbidden, count, share, people] = choice;
  const marks = [];
  if (key) marks.push(make("b", { class: "badge" }, "✓ ", say("item.key")));
  if (forbidden) marks.push(make("b", { class: "badge" }, "⚠ ", say("item.forbidden")));
  const bars = [bar(share, key ? "ok" : ""), make("small", {}, say("item.models"), ` ${count}/${item.counted} (${percent(share)})`)];
  if (people !== null) bars.push(bar(people, "people"), make("small", {}, say("item.people"), " " + percent(people)));
  return make("tr", {}, make("th", { scope: "row" }, answerName(choice)), make("td", {}, make("bdi", {}, text), " ", marks), make("td", {}, bars));
}

function replyBlock(reply) {
  const [who, epoch, status, read, printed, right, forbidden, text, characters] = reply;
  const mark = right === null ? "not_scored" : right ? "right" : "wrong";
  const sign = { not_scored: "–", right: "✓", wrong: "✗" }[mark];
  const line = make("p", {},
    make("b", {}, make("bdi", {}, data.examinees[who][0])), " ",
    make("span", { class: "v" }, sign + " ", say("item." + mark)), " ",
    status === "answered" ? "" : make("span", { class: "badge" }, say("status." + status.replace(" ", "_"), status)),
    read ? [" ", say("item.read"), " ", make("bdi", { class: "wrap" }, read)] : "",
    printed && printed !== read ? [" (", say("item.printed"), " ", make("bdi", {}, printed), ")"] : "",
    forbidden ? [" ", make("b", { class: "badge" }, "⚠ ", say("item.forbidden"))] : "",
    epoch > 1 ? [" ", make("small", {}, `${epoch} `, say("item.epoch"))] : "");
  const body = text
    ? make("pre", { tabIndex: 0, role: "group", "aria-label": data.examinees[who][0] }, make("bdi", {}, text))
    : make("small", {}, say("item.no_text"));
  const cut = text && characters > text.length
    ? make("small", {}, say("item.cut"), ` ${characters.toLocaleString("en")}`)
    : "";
  return make("div", { class: "reply " + mark }, line, body, cut);
}

function keyLine(item) {
  const answers = item.key.flatMap((answer, n) => [n ? [" ", say("item.or"), " "] : "", make("b", {}, answer)]).flat();
  const doubt = item.doubt
    ? make("p", {}, make("b", {}, "? ", say("item.doubt")), " ", make("bdi", {}, item.doubt[0]), ` (${item.doubt[1].length}/${item.doubt[2]})`)
    : "";
  return [
    make("p", {}, say("item.key"), ": ", item.key.length ? answers : say("item.no_key"),
      item.treatment === "none" ? "" : [" ", make("span", { class: "badge" }, say("treatment." + item.treatment, item.treatment))],
      " · ", say("item.points"), ` ${item.points}`, item.subject ? [" · ", say("item.subject"), ": ", make("bdi", {}, item.subject)] : ""),
    doubt,
  ];
}

function show(id) {
  const item = items.get(id);
  if (!item) return;
  const at = listed.indexOf(item);
  const step = (by, name) => {
    const other = at < 0 ? null : listed[at + by];
    return make("button", { type: "button", disabled: !other, dataset: { item: other ? other.id : "" } }, say("item." + name));
  };
  const top = make("div", { class: "dialog-top" },
    make("h2", { id: "question-title", tabIndex: -1 }, make("bdi", {}, item.question), " ", make("small", {}, inBoth(...data.groups[item.group]), " ", item.sitting === "practice" ? "" : item.sitting)),
    make("span", {}, step(-1, "previous"), " ", step(1, "next"), " ", make("button", { type: "button", id: "close" }, "✕ ", say("item.close"))));
  const parts = [top, make("p", { class: "stem" }, make("bdi", {}, item.text))];
  if (item.figures.length) parts.push(make("div", { class: "thumbs" }, item.figures.map(figure)));
  parts.push(...keyLine(item), make("h3", {}, say("item.options")),
    make("table", { class: "options" }, make("tbody", {}, item.choices.map((choice) => optionRow(choice, item)))),
    make("h3", {}, say("item.replies"), ` (${item.replies.length})`),
    ...item.replies.map(replyBlock));
  dialog.replaceChildren(...parts.filter((part) => part !== ""));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  document.getElementById("question-title").focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (event.target === dialog || (button && button.id === "close")) dialog.close();
  else if (button && button.dataset.item) show(button.dataset.item);
});

if (table) {
  const filters = document.getElementById("filters");
  const again = () => { shown = PAGE; select(); };
  filters.addEventListener("input", again);
  filters.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("more").addEventListener("click", () => { shown += PAGE; draw(); });
  table.tHead.addEventListener("click", (event) => {
    const heading = event.target.closest("button") && event.target.closest("th");
    if (!heading) return;
    order = { by: heading.dataset.sort, direction: turn(heading) };
    again();
  });
  select();
}

const wanted = recall("language") || (navigator.language.startsWith("ja") ? "ja" : "en");
setLanguage(wanted);
if (recall("theme")) setTheme(recall("theme"));
openTarget();
