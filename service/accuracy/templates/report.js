// Filters the wrong verdicts. Without it the page shows them all, each to be opened.
(() => {
  "use strict";
  const form = document.getElementById("filters");
  const rows = Array.from(document.querySelectorAll("details.row"), (element) => ({
    element,
    head: (element.dataset.find || "").toLowerCase(),
    everything: null,
  }));

  const open = () => {
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (wanted && wanted.matches("details.row")) {
      wanted.open = true;
      wanted.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();
  if (!form) return;

  const text = form.elements.namedItem("text");
  const deep = form.elements.namedItem("deep");
  const choices = ["corpus", "kind", "wrong"].map((name) => form.elements.namedItem(name));
  const shown = document.getElementById("shown");

  // Programs and data are large: their text is read once, when it is first searched.
  const textOf = (row) => {
    if (!deep.checked) return row.head;
    row.everything ??= row.head + "\n" + row.element.textContent.toLowerCase();
    return row.everything;
  };
  const filter = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const fits =
        choices.every((choice) => !choice.value || row.element.dataset[choice.name] === choice.value) &&
        (!words.length || words.every((word) => textOf(row).includes(word)));
      row.element.hidden = !fits;
      count += fits;
    }
    shown.textContent = `${count.toLocaleString("en")} of ${rows.length.toLocaleString("en")} shown`;
  };

  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  };
  form.hidden = false;
  form.addEventListener("input", later);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  addEventListener("keydown", (event) => {
    const typing = event.target.matches && event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      text.focus();
    }
  });
  filter();
})();
