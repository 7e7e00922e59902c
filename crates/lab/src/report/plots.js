"use strict";
// Draws the plots of a report with uPlot, from the JSON in each figure.
const drawPlots = (() => {
  // Corners and turn of a style's marks (no corners: a disc), and the dashes of its lines.
  const STYLES = [
    [0, 0, []],
    [0, 0, [2, 4]],
    [4, Math.PI / 4, []],
    [3, -Math.PI / 2, [9, 5]],
    [4, 0, [12, 4, 2, 4]],
    [5, -Math.PI / 2, [16, 4]],
    [6, 0, [6, 3, 2, 3, 2, 3]],
  ];
  const UNITS = {
    number: [[1e9, " G"], [1e6, " M"], [1e3, " k"], [1, ""]],
    time: [[1e9, " s"], [1e6, " ms"], [1e3, " µs"], [1, " ns"]],
    percent: [[1, " %"]],
  };
  const FONT = "12px system-ui, sans-serif";
  const LETTERS = "ABCDEFGH"; // of the colors
  const MARKS = "●●■▲◆⬟⬢"; // of the styles, in a legend
  const NEAR = 40; // pixels from the pointer to a point that is named
  const drawn = new Map();

  const format = (value, unit) => {
    if (unit === "line") return Math.round(value).toLocaleString("en-US");
    const units = UNITS[unit];
    const [one, name] = units.find(([one]) => value >= one * 0.9995) ?? units.at(-1);
    return `${Number((value / one).toPrecision(4)).toLocaleString("en-US")}${name}`;
  };

  const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

  const title = (axis) => axis.title.replace(", log scale", "");

  // Round values between the ends of an axis, about as many as fit.
  const ticks = (min, max, log, most) => {
    if (log && max / min > 8) {
      const [from, to] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
      const decades = Math.log10(max / min);
      const digits = decades * 3 <= most + 1 ? [1, 2, 5] : [1];
      const every = Math.max(1, Math.floor(decades / most));
      const powers = Array.from({ length: Math.ceil((to - from) / every) + 1 }, (_, i) => from + i * every);
      return powers.flatMap((power) => digits.map((digit) => digit * 10 ** power)).filter((it) => it >= min && it <= max);
    }
    const ten = 10 ** Math.floor(Math.log10((max - min) / most));
    const step = ten * [1, 2, 5, 10].find((digit) => digit * ten * most >= max - min);
    const first = Math.ceil(min / step);
    return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, i) => (first + i) * step);
  };

  // The ends of an axis, and the place of 0 on a logarithmic one.
  const ends = ({ log, names, ends: given }, values) => {
    if (names) return [-0.6, names.length - 0.4];
    const usable = values.filter((value) => !log || value > 0);
    const [least, most] = given ?? (usable.length ? [Math.min(...usable), Math.max(...usable)] : [1, 10]);
    if (!log) return [0, most > 0 ? most * 1.06 : 1];
    const zero = values.some((value) => !(value > 0)) ? least / 3 : least;
    const margin = Math.max((most / zero) ** 0.04, 1.2);
    return [zero / margin, most * margin, zero];
  };

  // An axis with a scale, for uPlot.
  const axis = (key, it, values, side, colors) => {
    const [low, high, zero] = ends(it, values);
    const across = side === 2;
    const place = (value) => (it.log && !(value > 0) ? zero : value);
    const [least, most] = [Math.min, Math.max].map((end) => end(...values.map(place)));
    const splits = (u, _, min, max) => {
      const length = (across ? u.bbox.width : u.bbox.height) / uPlot.pxRatio;
      const most = Math.max(2, Math.floor(length / (it.unit === "line" ? 95 : across ? 55 : 40)));
      if (!it.names) return ticks(min, max, it.log, most);
      const every = across ? Math.ceil(it.names.length / most) : 1;
      return it.names.map((_, i) => i).filter((i) => i % every === 0 && i >= min && i <= max);
    };
    const size = (u, labels) => {
      if (across) return 28;
      u.ctx.font = FONT;
      return 18 + Math.max(0, ...(labels ?? []).map((label) => u.ctx.measureText(label).width));
    };
    return {
      place,
      scale: {
        time: false,
        distr: it.log ? 3 : 1,
        ori: across ? 0 : 1,
        dir: key === "x" && !across ? -1 : 1,
        // uPlot asks for y only to show all, for x also when a part is chosen.
        range: (_, min, max) => (key === "x" && (min > least || max < most) ? [min, max] : [low, high]),
      },
      axis: {
        scale: key,
        side,
        splits,
        filter: (_, splits) => splits,
        values: (u, splits) => splits.map((at) => (it.names ? clip(it.names[at], u.width / 20) : format(at, it.unit))),
        font: FONT,
        labelFont: FONT,
        labelSize: 20,
        stroke: colors.text,
        grid: { stroke: colors.grid, width: 1, show: !it.names },
        ticks: { stroke: colors.grid, width: 1, size: 5 },
        border: { show: true, stroke: colors.text, width: 1 },
        ...(it.title && { label: it.title }),
        size,
      },
    };
  };

  const draw = (figure) => {
    const box = figure.querySelector(".plot");
    const { x, y, rows, lines } = JSON.parse(figure.querySelector("script").textContent);
    const css = getComputedStyle(document.documentElement);
    const color = (name) => css.getPropertyValue(`--${name}`).trim();
    const colors = { text: color("text"), grid: color("line") };
    const points = lines.flatMap((line) => line.points);
    const horizontal = axis("x", x, points.map(([x]) => x), rows ? 3 : 2, colors);
    const vertical = axis("y", y, points.flatMap(([, ...values]) => values), rows ? 2 : 3, colors);

    const pixels = (u, at, value, onCanvas) => {
      const place = [u.valToPos(horizontal.place(at), "x", onCanvas), u.valToPos(vertical.place(value), "y", onCanvas)];
      return rows ? place.reverse() : place;
    };

    // Marks and ranges, which uPlot does not have.
    const drawMarks = (u) => {
      const { ctx, bbox } = u;
      const size = 4.5 * uPlot.pxRatio;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      ctx.lineWidth = 2 * uPlot.pxRatio;
      for (const line of lines.filter((line) => line.marks !== "none")) {
        const [corners, turn] = STYLES[line.style];
        ctx.strokeStyle = color(`s${line.color}`);
        for (const [at, value, ...range] of line.points) {
          const [left, top] = pixels(u, at, value, true);
          if (range.length) {
            ctx.beginPath();
            range.forEach((end) => ctx.lineTo(...pixels(u, at, end, true)));
            ctx.stroke();
          }
          ctx.beginPath();
          if (!corners) ctx.arc(left, top, size, 0, 2 * Math.PI);
          for (let i = 0; i < corners; i++) {
            const angle = turn + (2 * Math.PI * i) / corners;
            ctx.lineTo(left + 1.3 * size * Math.cos(angle), top + 1.3 * size * Math.sin(angle));
          }
          ctx.closePath();
          ctx.fillStyle = line.marks === "ring" ? color("back") : ctx.strokeStyle;
          ctx.fill();
          ctx.stroke();
        }
        // For readers who do not see the color.
        if (!line.name || !line.points.length) continue;
        const [left, top] = pixels(u, ...line.points.at(-1), true);
        const isAtEnd = left + 4 * size > bbox.left + bbox.width;
        ctx.fillStyle = ctx.strokeStyle;
        ctx.font = `bold ${11 * uPlot.pxRatio}px system-ui, sans-serif`;
        ctx.textAlign = isAtEnd ? "right" : "left";
        ctx.fillText(LETTERS[line.color], left + (isAtEnd ? -2 : 2) * size, top - size);
      }
      ctx.restore();
    };

    // Names the point that is nearest to the pointer.
    const tip = document.createElement("div");
    tip.className = "tip";
    const point = (u) => {
      const { left, top } = u.cursor;
      let nearest = { distance: NEAR };
      for (const line of left < 0 ? [] : lines.filter((line) => line.name)) {
        const places = line.points.map(([at, value]) => pixels(u, at, value));
        places.forEach(([px, py], i) => {
          const end = line.path === "steps" ? places[i + 1]?.[0] ?? px : line.path === "bars" ? 0 : px;
          const distance = Math.hypot(Math.max(Math.min(px, end) - left, 0, left - Math.max(px, end)), py - top);
          if (distance < nearest.distance) nearest = { distance, line, point: line.points[i], px, py };
        });
      }
      const { line, px, py } = nearest;
      tip.hidden = !line;
      if (!line) return;
      const [at, value, ...range] = nearest.point;
      const named = x.names?.[Math.round(at)] ?? format(at, x.unit);
      tip.textContent = [
        line.name,
        x.title ? `${title(x)}: ${line.path === "steps" ? "from " : ""}${named}` : line.path === "bars" ? named : "",
        `${title(y)}: ${format(value, y.unit)}`,
        range.map((end) => format(end, y.unit)).join(" to "),
      ].filter(Boolean).join("\n");
      tip.style.borderColor = color(`s${line.color}`);
      const { clientWidth, clientHeight } = u.over;
      tip.style.left = `${Math.max(0, Math.min(px + 12, clientWidth - tip.offsetWidth))}px`;
      tip.style.top = `${py + 12 + tip.offsetHeight > clientHeight ? py - 12 - tip.offsetHeight : py + 12}px`;
    };

    const series = lines.map(({ color: n, style, path, name }) => ({
      stroke: color(`s${n}`),
      width: path === "none" ? 0 : name ? 2 : 1,
      dash: STYLES[style][2],
      points: { show: false },
      paths: path === "steps" ? uPlot.paths.stepped({ align: 1 })
        : path === "bars" ? uPlot.paths.bars({ size: [0.5, 28] })
        : path === "straight" ? uPlot.paths.linear() : () => null,
      ...(path === "bars" && { fill: color(`s${n}`) }),
    }));
    // uPlot needs one list of x, and every x once: equal ones are moved by nothing to speak of.
    const tables = lines.map(({ points }) => {
      let last = -Infinity;
      const xs = points.map(([at]) => (last = horizontal.place(at) > last ? horizontal.place(at) : last * (1 + 1e-9)));
      return [xs, points.map(([, value]) => vertical.place(value))];
    });
    const height = rows ? 70 + (isPrinted() ? 26 : 36) * x.names.length : isPrinted() ? 240 : 340;
    const plot = new uPlot({
      width: width(figure),
      height,
      legend: { show: false },
      cursor: { points: { show: false }, drag: { x: true, y: true, uni: 30 } },
      scales: { x: horizontal.scale, y: vertical.scale },
      axes: [horizontal.axis, vertical.axis],
      series: [{}, ...series],
      hooks: { draw: [drawMarks], setCursor: [point] },
    }, uPlot.join(tables), box);
    plot.over.append(tip);
    tip.hidden = true;
    drawn.set(figure, plot);
  };

  // A sheet of paper is narrower than most windows.
  const isPrinted = () => document.documentElement.classList.contains("print");
  const width = (figure) => (isPrinted() ? 640 : figure.clientWidth);

  const redraw = () => {
    for (const [figure, plot] of drawn) {
      plot.destroy();
      if (figure.isConnected) draw(figure);
      else drawn.delete(figure);
    }
  };
  const print = (isOn) => {
    document.documentElement.classList.toggle("print", isOn);
    redraw();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  const sizes = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const plot = drawn.get(target);
      if (plot && plot.width !== width(target)) plot.setSize({ width: width(target), height: plot.height });
    }
  });

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // Describes the lines with their main figures, for readers who do not see the plot.
  const describe = (figure, { lines }) => {
    const words = lines.filter(({ figures }) => figures).map(({ name, figures }) => `${name}: ${figures}`).join("; ");
    const box = figure.querySelector(".plot");
    if (words) box.setAttribute("aria-label", `${box.getAttribute("aria-label")} ${words.slice(0, 1500)}.`);
  };

  // Adds one legend to the plots of a section, with the samples of the series.
  const explain = (plots, data) => {
    const lines = data.flatMap(({ lines }) => lines).filter(({ figures }) => figures);
    const items = [...new Map(lines.map((line) => [line.name, line])).values()].map(({ name, color, style }) => {
      const samples = new Set(lines.filter((line) => line.name === name && line.sample).map(({ sample }) => sample));
      return element("li", {},
        element("span", { className: `key s${color}`, ariaHidden: "true" }, `${MARKS[style]} ${LETTERS[color]}`),
        element("span", {}, element("b", {}, name), samples.size ? `: ${[...samples].join(", ")}` : ""));
    });
    if (items.length) plots.prepend(element("ul", { className: "series" }, ...items));
  };

  // Adds a table of the points of a figure, also of lines that the plot has no colors for.
  const tabulate = (figure, { x, y, lines, more = [] }) => {
    const named = [...lines, ...more].filter(({ name, points }) => name && points.length > 0);
    const ranges = named.some(({ points }) => points[0].length > 2) ? ["from", "to"] : [];
    const isNamed = x.title || lines[0].path === "bars";
    const rows = named.flatMap(({ name, points }) =>
      points.map(([at, ...values]) => [
        name,
        ...(isNamed ? [x.names?.[Math.round(at)] ?? format(at, x.unit)] : []),
        ...values.map((value) => format(value, y.unit)),
      ]));
    const row = (cells, scope) => element("tr", {}, ...cells.map((text, i) =>
      scope || i === 0 ? element("th", { scope: scope ?? "row" }, text) : element("td", {}, text)));
    const head = row(["", ...(isNamed ? [title(x)] : []), title(y), ...ranges], "col");
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map((cells) => row(cells))));
    const label = `Table: ${figure.querySelector("figcaption").textContent.trim()}`;
    const box = element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: label }, table);
    figure.append(element("details", {}, element("summary", {}, "The numbers"), box));
  };

  // Draws the plots inside an element.
  return (root) => {
    const sections = new Map();
    for (const figure of root.querySelectorAll("figure")) {
      if (!figure.querySelector("script").textContent.includes('"points":[[')) continue;
      draw(figure);
      sizes.observe(figure);
      const data = JSON.parse(figure.querySelector("script").textContent);
      describe(figure, data);
      tabulate(figure, data);
      sections.set(figure.parentElement, [...(sections.get(figure.parentElement) ?? []), data]);
    }
    sections.forEach((data, plots) => explain(plots, data));
    for (const hint of root.querySelectorAll(".hint[hidden]")) hint.hidden = drawn.size === 0;
  };
})();
