// Search of the manual. The texts are loaded when a search begins.
const FOUND_MAX = 20;
const EXCERPT_LENGTH = 160;
const { up } = document.currentScript.dataset;
const area = document.querySelector('search');
const input = document.querySelector('#manual-search');
const panel = area.querySelector('.found');
const status = panel.querySelector('[role=status]');
const list = panel.querySelector('ol');

let loading;
const texts = () => {
  loading ??= new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: `${up}search-data.js` });
    script.onload = () => resolve(globalThis.manualPages);
    script.onerror = () => {
      loading = undefined;
      reject(new Error('the texts cannot be loaded'));
    };
    document.head.append(script);
  });
  return loading;
};

/** More for a word in a title than in a heading, and in a heading than in a text; 0 if a word is missing. */
function scoreOf(words, title, heading, text) {
  let score = 0;
  for (const word of words) {
    const inTitle = title.includes(word) ? 6 : 0;
    const inHeading = heading.includes(word) ? 10 : 0;
    const inText = Math.min(text.split(word).length - 1, 4);
    if (inTitle + inHeading + inText === 0) return 0;
    score += inTitle + inHeading + inText;
  }
  return heading === '' && words.every((word) => title.includes(word)) ? score + 20 : score;
}

function find(pages, words) {
  const found = pages.flatMap(([name, title, chapters]) =>
    chapters.map(([anchor, heading, text]) => ({
      ...{ name, title, anchor, heading, text },
      score: scoreOf(words, title.toLowerCase(), heading.toLowerCase(), text.toLowerCase()),
    })),
  );
  return found.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

/** The text around its first word, words marked. */
function excerptOf(text, words) {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const from = Number.isFinite(first) ? Math.max(0, first - 40) : 0;
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, from + EXCERPT_LENGTH)}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`,
    'giu',
  );
  const excerpt = document.createElement('p');
  excerpt.append(
    ...part.split(pattern).map((piece, index) => {
      if (index % 2 === 0) return piece;
      return Object.assign(document.createElement('mark'), { textContent: piece });
    }),
  );
  return excerpt;
}

function rowOf({ anchor, heading, name, text, title }, words) {
  const link = document.createElement('a');
  link.href = `${up}${name}${anchor === '' ? '' : `#${anchor}`}`;
  link.textContent = heading === '' ? title : `${title}: ${heading}`;
  const row = document.createElement('li');
  row.append(link, excerptOf(text, words));
  return row;
}

async function search() {
  const words = [...new Set(input.value.toLowerCase().split(/\s+/).filter(Boolean))];
  panel.hidden = words.length === 0;
  if (words.length === 0) return;
  try {
    const pages = await texts();
    const found = find(pages, words);
    const more = found.length > FOUND_MAX ? `, the best ${FOUND_MAX}` : '';
    status.textContent = found.length === 0 ? 'Not found.' : `Found in ${found.length} places${more}`;
    list.replaceChildren(...found.slice(0, FOUND_MAX).map((one) => rowOf(one, words)));
  } catch (error) {
    status.textContent = `Search does not work: ${error.message}.`;
  }
}

const close = () => {
  panel.hidden = true;
};

area.hidden = false;
input.addEventListener('input', search);
input.addEventListener('focus', search);
list.addEventListener('click', close);
document.addEventListener('click', ({ target }) => {
  if (!area.contains(target)) close();
});
area.addEventListener('keydown', (event) => {
  const places = [input, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') close();
  else if (event.key === 'Enter' && event.target === input) places[1]?.click();
  else if (step !== undefined) places[places.indexOf(document.activeElement) + step]?.focus();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, textarea')) return;
  event.preventDefault();
  input.focus();
});

// A choice among versions, where several are beside each other.
const { manualVersions = [] } = globalThis;
const own = document.querySelector('.version');
if (manualVersions.length > 1) {
  const choice = Object.assign(document.createElement('select'), { ariaLabel: 'Version of Kitestring' });
  choice.append(...manualVersions.map((one) => new Option(`Version ${one}`, one, false, one === own.dataset.version)));
  choice.addEventListener('change', () => {
    location.href = `${up}../${choice.value}/index.html`;
  });
  own.replaceChildren(choice);
}
