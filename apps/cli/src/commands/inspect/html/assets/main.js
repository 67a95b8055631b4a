// Connects the parts of the page, which share one selection.

function counted(count, name) {
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

function setUpTheme(button) {
  const root = document.documentElement;
  let isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const show = () => (button.textContent = isDark ? "Light" : "Dark");
  button.addEventListener("click", () => {
    isDark = !isDark;
    root.dataset.theme = isDark ? "dark" : "light";
    show();
  });
  show();
}

function start(model) {
  const get = (id) => document.getElementById(id);
  let selected = 0;
  let panes = [];
  const select = (row, position) => {
    selected = row;
    for (const pane of panes) pane.mark(row, position);
    showDetails(get("details").querySelector("dl"), model, row);
  };
  const current = () => selected;
  const tree = new TreePane(get("tree"), model, select);
  panes = [new BytesPane(get("bytes"), model, select), tree];
  const mark = (test) => tree.markMatches(test);
  new Search(get("search"), model, { select, mark, current });
  showFaults(get("faults"), model, { select, current });
  get("unfold").addEventListener("click", () => tree.foldAll(false));
  get("fold").addEventListener("click", () => tree.foldAll(true));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input")) return;
    event.preventDefault();
    get("query").focus();
  });
  select(model.faults[0] ?? 0);
}

async function main() {
  setUpTheme(document.getElementById("theme"));
  const summary = document.getElementById("summary");
  try {
    const data = new TextDecoder().decode(await unpack(document.getElementById("data")));
    const model = new Model(data.trimEnd().split("\n"));
    start(model);
    const counts = [counted(model.values.length, "value"), counted(model.total, "byte")];
    if (model.faults.length > 0) counts.push(counted(model.faults.length, "fault"));
    summary.textContent = counts.join(", ");
  } catch (error) {
    summary.textContent = `This browser cannot show the page: ${error.message}`;
    throw error;
  }
}

await main();
