// The script of a page of package explain. What is folded is not made: every fold makes its contents when it is first opened.
'use strict';
(() => {
const $ = id => document.getElementById(id);

// make makes an element: attributes, then children. Names that begin with "on" are handlers, "class" is what it is called in HTML.
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value === true) e.setAttribute(name, '');
    else if (value !== false && value != null) e.setAttribute(name, value);
  }
  e.append(...children.flat().filter(c => c != null));
  return e;
}

const count = (n, one, many) => n.toLocaleString('en') + ' ' + (n === 1 ? one : many || one + 's');
const say = text => { $('status').textContent = text; };

// Data.

const loaded = new Map();

// load is the data of that name, decompressed once.
function load(name) {
  if (!loaded.has(name)) loaded.set(name, unpack(JSON.parse($('data-' + name).textContent)));
  return loaded.get(name);
}

async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

// Folds.

// fold is a details element whose contents are made when it is first opened.
function fold(summary, fill, attributes) {
  const body = make('div');
  const d = make('details', attributes, make('summary', null, summary), body);
  d.filled = null;
  d.fill = () => d.filled ||= Promise.resolve(fill(body));
  d.addEventListener('toggle', () => { if (d.open) d.fill(); });
  return d;
}

// unfold opens the fold and waits for what fill gives.
function unfold(d) {
  d.open = true;
  return d.fill();
}

// openSome opens the folds inside, the outer ones first, until so many rows are seen.
async function openSome(into, rows = 40) {
  for (let level = [...into.children]; level.length && rows > 0;) {
    const next = [];
    for (const e of level) {
      if (rows-- <= 0) break;
      if (e.fill) await unfold(e);
      next.push(...e.querySelectorAll(e.fill ? ':scope > div > details, :scope > div > .leaf' : ':scope > details'));
    }
    level = next;
  }
}

// listed adds what show makes of the items to the element, so many at a time. It gives a function for the element of one item, which it adds before
// its turn.
function listed(into, items, show, at = 200) {
  let next = 0;
  const more = make('button', { type: 'button', onclick: add }), early = new Map(), shown = [];
  function add() {
    more.remove();
    const end = Math.min(next + at, items.length);
    for (; next < end; next++) into.append(shown[next] = early.get(next) || show(items[next], next));
    if (next < items.length) {
      more.textContent = `Show ${Math.min(at, items.length - next)} of ${count(items.length - next, 'more', 'more')}`;
      into.append(more);
    }
  }
  add();
  return i => {
    if (!shown[i]) {
      shown[i] = show(items[i], i);
      early.set(i, shown[i]);
      into.insertBefore(shown[i], more);
    }
    return shown[i];
  };
}

// focusOn goes to an element in the middle of the window.
function focusOn(e, seen = e) {
  seen.scrollIntoView({ block: 'center', behavior: 'instant' });
  e.focus({ preventScroll: true });
}

let tabLists = 0;

// tabs are buttons that choose what stands in a panel below, made by show when it is first chosen. They give a function that chooses one, and gives what
// show gave of it.
function tabs(into, names, show, label, chosen = 0) {
  const id = 'tabs' + tabLists++;
  const panels = new Map();
  const panel = make('div', { role: 'tabpanel', id: id + '-panel' });
  const buttons = names.map((name, i) => make('button', {
    type: 'button', role: 'tab', id: `${id}-tab${i}`, 'aria-controls': id + '-panel', onclick: () => choose(i),
  }, name));
  const list = make('div', { class: 'bar', role: 'tablist', 'aria-label': label, onkeydown: e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    choose((chosen + step + names.length) % names.length);
    buttons[chosen].focus();
  } }, buttons);
  function choose(i) {
    chosen = i;
    buttons.forEach((b, j) => { b.setAttribute('aria-selected', i === j); b.tabIndex = i === j ? 0 : -1; });
    panel.setAttribute('aria-labelledby', `${id}-tab${i}`);
    if (!panels.has(i)) {
      const div = make('div');
      panels.set(i, { div, shown: show(div, i) });
    }
    panel.replaceChildren(panels.get(i).div);
    return panels.get(i).shown;
  }
  into.append(list, panel);
  choose(chosen);
  return choose;
}

// Forms.

const foldedFrom = 4; // alternatives: so many are folded at first
let formSets = [];

function formParts(parts, into) {
  for (const part of parts) {
    if (part.open) into.append(make('span', { class: 'open', title: 'any of these values' }, part.text));
    else if (part.alternatives) into.append(formSet(part));
    else into.append(part.text);
  }
}

function formSet(part) {
  const block = part.text.endsWith('\n');
  const inside = make('span', { class: 'in' });
  const button = make('button', { type: 'button', onclick: () => open(!isOpen) });
  const set = make('span', { class: 'set' }, button, inside);
  let isOpen = null;
  function open(now) {
    if (isOpen === now) return;
    isOpen = now;
    const n = part.alternatives.length;
    button.setAttribute('aria-expanded', now);
    button.setAttribute('aria-label', count(n, 'alternative'));
    button.textContent = now ? '−' : `{ ${count(n, 'alternative')} }`;
    inside.replaceChildren();
    if (!now) return;
    inside.append(part.text);
    part.alternatives.forEach((alternative, i) => {
      if (i) inside.append(make('span', { class: 'bars' }, part.between));
      formParts(alternative, inside);
      if (block && !alternative.length) inside.append(make('span', { class: 'soft' }, part.end.replace('}', '') + '  nothing\n'));
    });
    inside.append(part.end);
  }
  formSets.push({ open, set });
  open(part.alternatives.length < foldedFrom);
  return set;
}

async function showForms() {
  const forms = await load('forms');
  for (const form of forms) {
    const pre = make('pre');
    formParts(form.tree, pre);
    if (pre.textContent.split('\n').some(line => line.length > 70)) $('form-list').classList.add('wide');
    $('form-list').append(make('article', { 'aria-label': form.title }, make('h3', null, form.title, make('span', { class: 'soft' }, ', ' + form.origin)), pre));
  }
  for (const b of document.querySelectorAll('[data-do]')) {
    const open = b.dataset.do === 'unfold';
    b.addEventListener('click', () => {
      for (let before = -1; before !== formSets.length;) { // what is unfolded may hold folds
        before = formSets.length;
        for (const s of [...formSets]) s.open(open);
      }
      formSets = formSets.filter(s => s.set.isConnected);
    });
  }
}

// Passes.

const fates = {
  kept: ['kept', 'in the residual program'],
  removed: ['removed', 'left by the partial evaluator, removed by a phase behind it'],
  decided: ['decided', 'early, nothing is left'],
  executed: ['executed', 'early, in a call of which all was known'],
  unmet: ['not met', 'by this staging'],
};
const linesAtOnce = 400;

function legend(counts) {
  return make('ul', { class: 'legend' }, Object.entries(fates).filter(([fate]) => counts[fate]).map(([fate, [name, text]]) =>
    make('li', null, make('span', { class: fate }, name), ` ${text}: ${counts[fate].toLocaleString('en')}`)));
}

const numbers = rows => make('dl', { class: 'numbers-row' }, rows.map(([name, n]) => make('div', null, make('dt', null, name), make('dd', null, n.toLocaleString('en')))));

// decoded adds to the program what is found by place: where its words begin, its functions, and which words stand at a place.
function decoded(p) {
  if (p.starts) return p;
  const n = p.words.length / 4;
  p.starts = new Int32Array(n);
  p.at = p.places.map(() => []);
  for (let i = 0, at = 0; i < n; i++) {
    p.starts[i] = at += p.words[4 * i];
    p.at[p.words[4 * i + 2]].push(i);
  }
  p.bySource = new Map();
  p.places.forEach((place, i) => {
    if (!p.bySource.has(place.source)) p.bySource.set(place.source, new Map());
    const lines = p.bySource.get(place.source);
    if (!lines.has(place.line)) lines.set(place.line, []);
    lines.get(place.line).push(i);
  });
  p.residual.forEach((f, i) => {
    f.end = i + 1 < p.residual.length ? p.residual[i + 1].at : p.text.length;
    f.lastWord = i + 1 < p.residual.length ? p.residual[i + 1].word : n;
    f.contours = { kept: [], merged: [], inlined: [] };
  });
  p.contours.forEach((c, i) => { for (const f of c.functions || []) p.residual[f].contours[c.end].push(i); });
  return p;
}

// functionOf is the residual function that word i stands in.
function functionOf(p, i) {
  let from = 0, to = p.residual.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (p.residual[middle].word <= i) from = middle; else to = middle;
  }
  return p.residual[from];
}

// kindOf is the kind of a reason, for the style.
const kindOf = reason => reason.startsWith('kept') ? 'bound' : reason.startsWith('the result') ? 'made' : 'late';

class PassView {
  constructor(into, program, sources, toContour) {
    this.p = decoded(program);
    this.sources = sources;
    this.toContour = toContour;
    this.sourceFolds = new Map();
    this.source = make('div', { class: 'pane', role: 'region', 'aria-label': 'Source of ' + program.name, tabindex: 0 });
    this.residual = make('div', { class: 'pane residual', role: 'region', 'aria-label': 'Residual program of ' + program.name, tabindex: 0 });
    this.info = make('div', { class: 'info', 'aria-live': 'polite' }, make('p', { class: 'soft' }, 'Point at a word of the source or of the residual program; a click or Enter goes to the other side.'));
    this.panes = make('div', { class: 'panes' }, this.source, this.residual);
    into.append(this.panes, this.info);
    for (const pane of [this.source, this.residual]) {
      pane.addEventListener('pointerover', e => this.point(e.target));
      pane.addEventListener('focusin', e => this.point(e.target));
      pane.addEventListener('click', e => { if (e.target.classList.contains('w')) this.follow(e.target); });
      pane.addEventListener('keydown', e => this.key(e, pane));
    }
    this.showSource();
    this.showResidual();
  }

  showSource() {
    this.source.append(make('h3', null, 'Source'));
    const order = [...this.p.bySource.keys()].sort((a, b) => b - a); // the pass itself stands behind the library
    order.forEach((s, i) => {
      const n = {};
      for (const places of this.p.bySource.get(s).values()) for (const place of places) n[this.p.places[place].fate] = (n[this.p.places[place].fate] || 0) + 1;
      const text = Object.entries(fates).filter(([fate]) => n[fate]).map(([fate, [name]]) => `${name} ${n[fate]}`).join(', ');
      const d = fold([make('code', null, this.sources[s].name), make('span', { class: 'soft' }, ' ' + text)], body => this.sourceCode(s, body));
      this.sourceFolds.set(s, d);
      this.source.append(d);
      if (i === 0) unfold(d);
    });
  }

  // sourceCode shows a source, so many lines at a time.
  sourceCode(s, into) {
    const lines = this.sources[s].text.replace(/\n$/, '').split('\n');
    const places = this.p.bySource.get(s);
    for (const part of this.sourceParts(s, lines)) {
      const fill = body => this.sourceLines(lines, part.from, part.to, places, body);
      if (part.met) fill(into);
      else into.append(fold(make('span', { class: 'soft' }, part.text), fill));
    }
  }

  // sourceParts divides a source at its functions, with the comments before them: those that staging did not come to are together.
  sourceParts(s, lines) {
    const places = this.p.bySource.get(s);
    const met = (from, to) => {
      for (let line = from; line < to; line++) for (const i of places.get(line + 1) || []) if (this.p.places[i].fate !== 'unmet') return true;
      return false;
    };
    const starts = this.sources[s].functions.map(f => {
      let line = f.line - 1;
      while (line > 0 && lines[line - 1].trim() !== '') line--;
      return line;
    });
    const parts = [{ from: 0, to: starts[0] ?? lines.length, met: false, text: 'before the first function' }];
    starts.forEach((from, i) => {
      if (from < parts[parts.length - 1].to) from = parts[parts.length - 1].to;
      const to = Math.max(from, starts[i + 1] ?? lines.length), last = parts[parts.length - 1];
      if (from === to) return;
      if (met(from, to)) parts.push({ from, to, met: true });
      else if (!last.met && last.functions) { last.to = to; last.functions.push(this.sources[s].functions[i].name); }
      else parts.push({ from, to, met: false, functions: [this.sources[s].functions[i].name] });
    });
    for (const part of parts) if (part.functions) part.text = 'not met: ' + part.functions.join(', ');
    return parts.filter(part => part.from < part.to);
  }

  sourceLines(lines, from, to, places, into) {
    const code = make('div', { class: 'code' });
    into.append(code);
    for (let i = from; i < to; i++) {
      const line = make('div', { class: 'l', 'data-n': i + 1 });
      let at = 0;
      for (const place of places.get(i + 1) || []) {
        const x = this.p.places[place], from = columnOf(lines[i], x.col);
        if (from < at) continue;
        line.append(lines[i].slice(at, from), this.word(lines[i].slice(from, from + x.length), place, x.fate));
        at = from + x.length;
      }
      line.append(lines[i].slice(at) || (at ? '' : ' '));
      code.append(line);
    }
  }

  word(text, place, fate, number) {
    return make('span', { class: 'w ' + fate, 'data-p': place, 'data-w': number, tabindex: -1, role: 'link' }, text);
  }

  showResidual() {
    const functions = [...this.p.residual].sort((a, b) => b.nodes - a.nodes);
    this.residual.append(make('h3', null, 'Residual program, ', count(functions.length, 'function')));
    if (functions.length === 0) this.residual.append(make('p', null, 'Nothing is left.'));
    this.showReasons();
    const list = make('div');
    this.residual.append(list);
    const before = functions.length ? Math.min(...functions.map(f => f.at)) : this.p.text.length;
    list.append(fold(make('span', { class: 'soft' }, 'datatypes and constants'), body => listed(body, this.p.text.slice(0, before).replace(/\n+$/, '').split('\n'),
      (line, i) => make('div', { class: 'l', 'data-n': i + 1 }, line || ' '), linesAtOnce)));
    const foldOf = listed(list, functions, f => fold([make('code', null, f.name), make('span', { class: 'soft' }, ' ' + count(f.nodes, 'node'))], body => {
      this.functionContours(f, body);
      this.functionCode(f, body);
    }));
    this.functionFold = f => foldOf(functions.indexOf(f));
    const entry = this.p.residual[this.p.residual.length - 1];
    if (entry) unfold(this.functionFold(entry));
  }

  // functionContours says which contours a function is.
  functionContours(f, into) {
    const { kept, merged, inlined } = f.contours;
    const links = (list, contours) => listed(list, contours, i => make('button', {
      type: 'button', class: 'to', title: 'to the contour', onclick: () => this.toContour(i),
    }, `${this.p.contours[i].function} #${i + 1}`), 50);
    if (kept.length) {
      const list = make('p', { class: 'links' }, 'contour ');
      links(list, kept);
      into.append(list);
    }
    for (const [contours, text] of [[merged, 'merged into it, as they do the same'], [inlined, 'inlined into it']]) {
      if (contours.length) into.append(fold(make('span', { class: 'soft' }, `${count(contours.length, 'contour')} ${text}`), body => links(body, contours), { class: 'links' }));
    }
  }

  // toFunction goes to a residual function, by its number.
  async toFunction(number) {
    const f = this.p.residual[number], d = this.functionFold(f);
    await unfold(d);
    this.reach(d.firstElementChild);
    say(`${f.name}, ${count(f.nodes, 'node')}, in the residual program of ${this.p.name}`);
  }

  // showReasons tells why the words of the residual program are there, with how many they are.
  showReasons() {
    const sums = new Map();
    for (let i = 3; i < this.p.words.length; i += 4) sums.set(this.p.words[i], (sums.get(this.p.words[i]) || 0) + 1);
    const texts = new Map();
    for (const [r, n] of sums) texts.set(this.p.reasons[r].text, (texts.get(this.p.reasons[r].text) || 0) + n);
    this.residual.append(make('ul', { class: 'legend' }, [...texts].sort((a, b) => b[1] - a[1]).map(([text, n]) =>
      make('li', null, make('span', { class: kindOf(text) }, text), ' ' + n.toLocaleString('en')))));
  }

  // functionCode shows a residual function; of a long one the parts behind the first are folded.
  functionCode(f, into) {
    const starts = [f.at];
    for (let at = this.p.text.indexOf('\n', f.at), line = 1; at >= 0 && at + 1 < f.end; at = this.p.text.indexOf('\n', at + 1), line++) {
      if (line % linesAtOnce === 0) starts.push(at + 1);
    }
    f.parts = starts.map((from, i) => {
      const to = i + 1 < starts.length ? starts[i + 1] : f.end;
      const fill = body => body.append(this.text(from, to, f, i * linesAtOnce));
      if (i === 0) { fill(into); return { from, to }; }
      const d = fold(`lines from ${i * linesAtOnce + 1}`, fill);
      into.append(d);
      return { from, to, d };
    });
  }

  // text is the residual text from one byte to another, with its words.
  text(from, to, f, line) {
    const code = make('div', { class: 'code' });
    let w = f.word;
    for (let a = f.word, b = f.lastWord; a < b;) { // the first word behind from
      const m = (a + b) >> 1;
      if (this.p.starts[m] < from) w = a = m + 1; else { w = b = m; }
    }
    for (let at = from; at < to;) {
      let end = this.p.text.indexOf('\n', at);
      if (end < 0 || end > to) end = to;
      const row = make('div', { class: 'l', 'data-n': ++line });
      for (; w < f.lastWord && this.p.starts[w] < end; w++) {
        const length = this.p.words[4 * w + 1], start = this.p.starts[w], place = this.p.words[4 * w + 2];
        if (start < at) continue;
        row.append(this.p.text.slice(at, start), this.word(this.p.text.slice(start, start + length), place, kindOf(this.p.reasons[this.p.words[4 * w + 3]].text), w));
        at = start + length;
      }
      row.append(this.p.text.slice(at, end) || ' ');
      code.append(row);
      at = end + 1;
    }
    return code;
  }

  point(target) {
    const place = target.dataset && target.dataset.p;
    if (place === undefined || this.pointed === target) return;
    this.pointed = target;
    for (const e of this.panes.querySelectorAll('.on')) e.classList.remove('on');
    for (const e of this.panes.querySelectorAll(`[data-p="${place}"]`)) e.classList.add('on');
    this.describe(+place, target.dataset.w);
  }

  // describe tells of a place, and of the one word of the residual program that is pointed at.
  describe(place, word) {
    const x = this.p.places[place], [name] = fates[x.fate];
    const head = make('p', null, make('code', null, `${this.sources[x.source].name}:${x.line}:${x.col}`), ' ', x.what || 'a match', ' ',
      make('span', { class: 'badge ' + x.fate }, name));
    const story = [];
    if (x.evaluated) story.push(`Evaluated early ${count(x.evaluated, 'time')}, and ${x.decided === x.evaluated ? 'decided each time' : `decided ${count(x.decided || 0, 'time')}`}.`);
    if (x.fate === 'executed') story.push('It stands in a function of which calls were executed early, or in one that such a function calls.');
    if (x.copies) story.push(`The first phase left ${count(x.copies, 'copy', 'copies')}.`);
    for (const [phase, n] of Object.entries(x.removed || {})) story.push(`Removed by ${phase}: ${n}.`);
    if (x.left) story.push(`Left in the residual program: ${count(x.left, 'copy', 'copies')}.`);
    const why = new Map();
    for (const w of word === undefined ? this.p.at[place] : [+word]) why.set(this.p.words[4 * w + 3], (why.get(this.p.words[4 * w + 3]) || 0) + 1);
    const reasons = [...why].sort((a, b) => b[1] - a[1]).map(([r, n]) => {
      const reason = this.p.reasons[r];
      return make('li', null, word === undefined ? `${n} × ` : '', reason.text, reason.at ? `, ${reason.at}` : '', reason.advice ? make('span', { class: 'soft' }, ' — ' + reason.advice) : '');
    });
    const line = this.sources[x.source].text.split('\n')[x.line - 1], from = columnOf(line, x.col);
    const source = make('code', { class: 'line' }, line.slice(0, from).trimStart(), make('span', { class: x.fate }, line.slice(from, from + x.length)), line.slice(from + x.length));
    this.info.replaceChildren(head, source, make('p', null, story.join(' ')), ...(reasons.length ? [make('p', null, 'Why it is done late:'), make('ul', null, reasons)] : []));
  }

  // follow goes to the other side.
  async follow(target) {
    const place = +target.dataset.p;
    if (target.dataset.w !== undefined) {
      await this.toPlace(place);
      return;
    }
    const words = this.p.at[place];
    if (!words.length) return say('Nothing of it is in the residual program.');
    this.turn = this.last === place ? (this.turn + 1) % words.length : 0;
    this.last = place;
    await this.toWord(words[this.turn]);
    say(`${this.turn + 1} of ${count(words.length, 'copy', 'copies')}`);
  }

  // toPlace goes to a place of the source.
  async toPlace(place) {
    const d = this.sourceFolds.get(this.p.places[place].source);
    await unfold(d);
    this.reach(d.querySelector(`[data-p="${place}"]`));
  }

  // toWord goes to a word of the residual program.
  async toWord(w) {
    const f = functionOf(this.p, w);
    await unfold(this.functionFold(f));
    const part = f.parts.find(part => this.p.starts[w] < part.to);
    if (part.d) await unfold(part.d);
    this.reach(this.residual.querySelector(`[data-w="${w}"]`));
  }

  reach(word) {
    if (!word) return;
    const pane = word.closest('.pane'), at = word.getBoundingClientRect(), view = pane.getBoundingClientRect();
    if (at.top < view.top + 40 || at.bottom > view.bottom - 40) pane.scrollTop += at.top - view.top - view.height / 2;
    pane.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    word.focus({ preventScroll: true });
  }

  key(e, pane) {
    const isWord = e.target.classList.contains('w');
    if (e.key === 'Enter' && isWord) { e.preventDefault(); return this.follow(e.target); }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!step || e.target !== pane && !isWord) return;
    const words = [...pane.querySelectorAll('.w')].filter(w => w.checkVisibility());
    let next = isWord ? words.indexOf(e.target) + step : 0;
    if (isWord && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      const line = e.target.parentElement;
      while (words[next] && words[next].parentElement === line) next += step;
    }
    if (!words[next]) return;
    e.preventDefault();
    this.reach(words[next]);
  }
}

// columnOf is the number of characters before the column, which counts bytes of UTF-8.
function columnOf(line, col) {
  if (/^[\x00-\x7f]*$/.test(line)) return col - 1;
  let bytes = 0, i = 0;
  for (const c of line) {
    if (bytes >= col - 1) break;
    bytes += new TextEncoder().encode(c).length;
    i += c.length;
  }
  return i;
}

// Contours.

const columns = ['evaluations', 'argument', 'result', 'left', 'inside / evaluations'];

// ends say what became of contours that no function is.
const ends = { kept: '', merged: 'merged into ', inlined: 'inlined into ', removed: 'nothing calls it any more', decided: 'decided early' };
const functionsAtOnce = 3;
const deepest = 24; // so many folds inside each other are indented

class ContourView {
  constructor(into, program, toFunction) {
    const contours = this.contours = program.contours;
    this.program = program;
    this.toFunction = toFunction;
    this.inside = contours.map(() => []);
    this.roots = [];
    contours.forEach((c, i) => {
      (c.parent < 0 ? this.roots : this.inside[c.parent]).push(i);
      c.depth = c.parent < 0 ? 0 : contours[c.parent].depth + 1;
      c.all = 1;
      c.allEvaluations = c.evaluations;
    });
    for (let i = contours.length - 1; i >= 0; i--) {
      const c = contours[i];
      if (c.parent >= 0) { contours[c.parent].all += c.all; contours[c.parent].allEvaluations += c.allEvaluations; }
    }
    for (const below of this.inside) below.sort((a, b) => contours[b].allEvaluations - contours[a].allEvaluations);
    this.tree = make('div', { class: 'tree grid' }, make('div', { class: 'leaf heads' }, make('span', null, 'function'), columns.map(name => make('span', { class: 'n' }, name)), make('span', null, 'became')));
    into.append(this.tree);
    this.rootRow = listed(this.tree, this.roots, i => this.row(i));
    openSome(this.tree);
  }

  row(i) {
    const c = this.contours[i], below = this.inside[i];
    const text = [make('span', null, make('code', null, c.function), make('span', { class: 'soft' }, ` #${i + 1}`), c.arguments ? make('code', { class: 'soft' }, ' ' + c.arguments) : '', c.dynamic ? make('span', { class: 'soft' }, ' under a late decision') : ''),
      ...[c.evaluations, c.argument, c.result, c.residual ? c.nodes : '–', below.length ? `${(c.all - 1).toLocaleString('en')} / ${(c.allEvaluations - c.evaluations).toLocaleString('en')}` : ''].map((n, k) =>
        make('span', { class: 'n', 'aria-label': `${columns[k]} ${n}` }, n.toLocaleString('en'))), this.end(c)];
    if (!below.length) return make('div', { class: 'leaf', tabindex: -1 }, text);
    return fold(text, body => listed(body, below, j => this.row(j)), { class: c.depth > deepest ? 'deep' : null });
  }

  // end says what became of a contour, and leads to the functions.
  end(c) {
    const out = make('span', { class: 'links soft' }, ends[c.end]);
    listed(out, c.functions || [], f => make('button', {
      type: 'button', class: 'to', title: 'to the residual function', onclick: () => this.toFunction(f),
    }, this.program.residual[f].name), functionsAtOnce);
    return out;
  }

  // to goes to a contour.
  async to(i) {
    const path = [i];
    while (this.contours[path[0]].parent >= 0) path.unshift(this.contours[path[0]].parent);
    let row = this.rootRow(this.roots.indexOf(path[0]));
    for (let depth = 1; depth < path.length; depth++) row = (await unfold(row))(this.inside[path[depth - 1]].indexOf(path[depth]));
    if (this.here) this.here.classList.remove('here');
    this.here = row.fill ? row.firstElementChild : row;
    this.here.classList.add('here');
    focusOn(this.here);
    say(`contour ${i + 1}, ${this.contours[i].function}`);
  }
}

// Decisions.

function steps(into, list, functions) {
  const calls = step => (step.calls || []).map(name => {
    const f = functions.get(name);
    return f ? [' ', make('button', { type: 'button', title: 'to the function', onclick: () => f.go() }, name)] : null;
  });
  listed(into, list, step => {
    if (step.kind === 'more') return make('div', { class: 'leaf soft' }, `… ${count(step.nodes, 'more node', 'more nodes')}`);
    const size = step.nodes > 24 ? make('span', { class: 'count' }, ` ${count(step.nodes, 'node')}`) : '';
    const lead = { let: 'let ', case: 'match ', give: 'gives ' }[step.kind];
    const text = [make('span', { class: 'soft' }, lead), ...(step.c ? [] : [make('code', null, step.text)]), size, ...calls(step).flat()];
    if (step.c && !step.arms) return given(text, step.c);
    if (!step.arms) return make('div', { class: 'leaf' }, text);
    if (step.kind !== 'case') return fold(text, body => step.arms.forEach(arm => steps(body, arm.steps, functions)));
    const d = fold(text, body => listed(body, step.arms, arm => {
      const one = arm.steps.length === 1 && !arm.steps[0].arms && arm.steps[0].kind === 'give';
      const name = [make('strong', null, make('code', null, arm.text)), make('span', { class: 'soft' }, ' → ')];
      if (one && arm.steps[0].c) return given([...name, ...calls(arm.steps[0]).flat()], arm.steps[0].c);
      if (one) return make('div', { class: 'leaf' }, name, make('code', null, arm.steps[0].text), ...calls(arm.steps[0]).flat());
      return fold(name, inner => steps(inner, arm.steps, functions));
    }));
    return d;
  });
}

// given is a leaf with the C that is given: folded where it is long.
function given(text, c) {
  const code = () => make('pre', { class: 'given' }, c.replace(/\n$/, ''));
  const lines = c.replace(/\n$/, '').split('\n').length;
  if (lines === 1) return make('div', { class: 'leaf' }, text, ' ', make('code', { class: 'given' }, c.trim()));
  if (lines <= 20) return make('div', { class: 'leaf' }, text, code());
  return fold([...text, make('span', { class: 'count' }, ' ' + count(lines, 'line'))], body => body.append(code()));
}

function decisions(into, tree) {
  const functions = new Map();
  const div = make('div', { class: 'tree' });
  into.append(div);
  listed(div, tree.functions, (f, i) => {
    const d = fold([make('code', null, f.name), make('span', { class: 'count' }, ' ' + count(f.nodes, 'node'))], body => { steps(body, f.steps, functions); });
    functions.set(f.name, { go: async () => { await unfold(d); d.firstElementChild.focus(); d.scrollIntoView({ block: 'start' }); } });
    return d;
  }, 500);
  openSome({ children: [...div.children].slice(0, 1) });
}

// Late values.

async function showLate(into, choices, sources) {
  const chosen = choices.map(() => 0);
  const out = make('div');
  const selects = choices.map((c, i) => make('label', null, make('code', null, c.param), ' = ', make('select', { onchange: e => {
    chosen[i] = +e.target.value;
    show();
  } }, c.values.map((v, n) => make('option', { value: n }, v)))));
  async function show() {
    const n = chosen.reduce((n, v, i) => n * choices[i].values.length + v, 0);
    const r = await load('result' + n);
    out.replaceChildren(...lateResult(r, sources));
    say(`${count(r.staged.total, 'operation')} late, ${r.unstaged.total.toLocaleString('en')} unstaged`);
  }
  into.append(make('div', { class: 'bar' }, selects), out);
  await show();
}

function lateResult(r, sources) {
  const rows = [['operations, staged', r.staged.total], ['operations, unstaged', r.unstaged.total], ['nodes of the result', r.nodes]];
  if (r.staged.total) rows.push(['times fewer', +(r.unstaged.total / r.staged.total).toFixed(1)]);
  const kinds = make('table', { class: 'numbers' }, make('thead', null, make('tr', null, ['', ...r.staged.kinds.map(k => k.name)].map(t => make('th', { scope: 'col' }, t)))),
    make('tbody', null, [['staged', r.staged], ['unstaged', r.unstaged]].map(([name, cost]) =>
      make('tr', null, make('th', { scope: 'row' }, name), cost.kinds.map(k => make('td', null, k.count.toLocaleString('en')))))));
  const code = make('div', { class: 'code scroll', tabindex: 0, role: 'region', 'aria-label': 'The optimised function' },
    r.c.replace(/\n$/, '').split('\n').map((line, i) => make('div', { class: 'l', 'data-n': i + 1 }, line || ' ')));
  const said = [...r.loops, ...r.notes], remark = n => make('p', { class: 'remark' }, n.line ? `line ${n.line}: ` : '', n.text);
  const remarks = said.length <= 5 ? said.map(remark) : [fold(count(said.length, 'remark') + ', of loops and of what is not decided', body => listed(body, said, remark))];
  return [numbers(rows), kinds, make('h3', null, 'The optimised function'), code, ...remarks,
    make('h3', null, 'Operations of the staged program'), ...flame(r.staged, sources, 'by source'),
    make('h3', null, 'Operations of the passes themselves'), ...flame(r.unstaged, sources, 'by calls')];
}

// Flame graphs: the operations by program and source, or by program and the calls that lead to them, the whole on top.

const ways = {
  'by source': (s, cost, sources) => [s.source < 0 ? 'made by phases' : sources[s.source], s.function || '(top level)'],
  'by calls': (s, cost) => {
    const path = [];
    for (let c = s.call; c >= 0; c = cost.calls[c].caller) path.unshift(cost.calls[c].function);
    return path;
  },
};

function grow(cost, sources, way) {
  const root = { name: 'all operations', n: 0, inside: new Map() };
  for (const s of cost.spent) {
    const path = [cost.calls[s.call].program, ...way(s, cost, sources), s.source < 0 ? s.what : `${s.line}: ${s.what}`];
    let at = root;
    root.n += s.count;
    path.forEach((name, depth) => {
      if (!at.inside.has(name)) at.inside.set(name, { name, n: 0, inside: new Map(), above: at, hue: depth < 1 ? null : way === ways['by calls'] ? hueOf(name, s, depth === path.length - 1) : s.source * 47 });
      at = at.inside.get(name);
      if (depth === path.length - 1 && s.source >= 0) at.place = s;
      at.n += s.count;
    });
    if (s.reason) at.reasons = (at.reasons || new Map()).set(s.reason, (at.reasons && at.reasons.get(s.reason) || 0) + s.count);
  }
  return root;
}

// hueOf is the hue of a call by the name of the function, so that it is the same everywhere, and of a line by its source.
function hueOf(name, s, isLine) {
  if (isLine) return s.source * 47;
  let hash = 0;
  for (const c of name) hash = (hash * 31 + c.charCodeAt(0)) % 360;
  return hash;
}

// flame shows the operations in each of the ways, one at a time, and as a table.
function flame(cost, sources, way) {
  if (!cost.total) return [make('p', null, 'There are none.')];
  const div = make('div'), names = Object.keys(ways);
  tabs(div, names, (panel, i) => panel.append(...graph(cost, sources, ways[names[i]])), 'Flame graph', names.indexOf(way));
  return [div, table(cost, sources)];
}

function graph(cost, sources, way) {
  const root = grow(cost, sources, way);
  const box = make('div', { class: 'flame', role: 'group', 'aria-label': 'Flame graph; the table below has the same numbers' });
  const detail = make('p', { class: 'soft' }), line = make('code', { class: 'line' });
  const depthOf = node => { let d = 0; for (const x of node.inside.values()) d = Math.max(d, 1 + depthOf(x)); return d; };
  function show(chosen) {
    const above = [];
    for (let x = chosen.above; x; x = x.above) above.unshift(x);
    box.replaceChildren();
    above.forEach((x, i) => box.append(bar(x, i, 0, 1)));
    let deepest = 0;
    const place = (x, depth, from, width) => {
      if (width < 0.002) return;
      deepest = Math.max(deepest, depth);
      box.append(bar(x, depth, from, width));
      for (const y of [...x.inside.values()].sort((a, b) => b.n - a.n)) {
        place(y, depth + 1, from, width * y.n / x.n);
        from += width * y.n / x.n;
      }
    };
    place(chosen, above.length, 0, 1);
    box.style.height = (deepest + 1) * 23 + 'px';
    line.textContent = '';
    if (chosen.place) load('sources').then(all => { if (box.chosen === chosen) line.textContent = all[chosen.place.source].text.split('\n')[chosen.place.line - 1].trim(); });
    const why = [...(chosen.reasons || [])].sort((a, b) => b[1] - a[1]).map(([text, n]) => `${text}: ${n.toLocaleString('en')}`).join('; ');
    detail.textContent = `${[...above.slice(1), chosen].map(x => x.name).join(', ')}: ${count(chosen.n, 'operation')}, ${(100 * chosen.n / root.n).toFixed(1)} %` + (why ? `; ${why}` : '') + (chosen === root ? '. Choose a part to see it in full width.' : '');
  }
  function bar(x, depth, from, width) {
    const share = `${count(x.n, 'operation')}, ${(100 * x.n / root.n).toFixed(1)} %`;
    const hue = x.hue == null ? null : (x.hue + 247) % 360;
    return make('button', {
      type: 'button', title: `${x.name}: ${share}`, 'aria-label': `${x.name}: ${share}`, onclick: () => { show(x); box.querySelector('.chosen').focus(); },
      style: `left:${(100 * from).toFixed(3)}%;width:${(100 * width).toFixed(3)}%;top:${depth * 23}px;background:` +
        (hue == null ? 'light-dark(#d5d9e0,#3a3f49)' : `light-dark(hsl(${hue} 65% 84%),hsl(${hue} 35% 30%))`),
      class: x === box.chosen ? 'chosen' : '',
    }, width > 0.03 ? x.name : '');
  }
  const choose = show;
  show = x => { box.chosen = x; choose(x); };
  show(root);
  return [box, detail, line];
}

function table(cost, sources) {
  const sums = new Map();
  for (const s of cost.spent) {
    const program = cost.calls[s.call].program, key = JSON.stringify([program, s.source, s.line, s.what, s.reason]);
    if (!sums.has(key)) sums.set(key, { ...s, program, count: 0 });
    sums.get(key).count += s.count;
  }
  const lines = [...sums.values()].sort((a, b) => b.count - a.count);
  return fold('As a table', body => {
    const rows = make('tbody');
    body.append(make('table', { class: 'numbers' }, make('thead', null, make('tr', null, ['operations', 'program', 'place', 'function', 'what', 'why'].map(t => make('th', { scope: 'col' }, t)))), rows));
    listed(rows, lines.slice(0, 500), s => make('tr', null, make('td', null, s.count.toLocaleString('en')),
      [s.program, s.source < 0 ? '' : `${sources[s.source]}:${s.line}`, s.function, s.what, s.reason || ''].map(t => make('th', { scope: 'row' }, t))), 500);
  });
}

// The page.

async function start() {
  const outline = await load('outline');
  const names = outline.programs.map((p, i) => p.composed ? p.name : `${i + 1} ${p.name}`);
  const last = names.length - 1;
  showForms();
  const pass = tabs($('pass-view'), names, async (div, i) => {
    const p = outline.programs[i];
    div.append(numbers(p.report), legend(p.fates));
    return new PassView(div, await load('program' + i), await load('sources'), async c => (await contours(i)).to(c));
  }, 'Passes');
  const contours = tabs($('contour-view'), names.filter((_, i) => !outline.programs[i].composed), async (div, i) =>
    new ContourView(div, await load('program' + i), async f => (await pass(i)).toFunction(f)), 'Contours of passes');
  tabs($('decision-view'), names, async (div, i) => decisions(div, await load('tree' + i)), 'Programs', last);
  if ((outline.choices || []).length) await showLate($('late-view'), outline.choices, outline.sources);
  const source = $('source');
  source.scrollTop = source.querySelectorAll('.l')[source.dataset.line - 1]?.offsetTop - 8;
  document.documentElement.dataset.ready = Math.round(performance.now());
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView({ behavior: 'instant' });
}

start().catch(e => {
  document.querySelector('main').prepend(make('p', { class: 'error', role: 'alert' }, 'The page cannot show its data: ' + e.message));
  throw e;
});
})();
