/*
 * Runs in a page: what is wrong with what it shows now, by its geometry and computed styles. Each fault is one line.
 * Read as text by `judge.ts`, so it imports nothing.
 */
globalThis.faultsInView = ({ isInFlight, isTouched, isColorOnly }) => {
  const shown = [...document.querySelectorAll('body *')].filter(isShown);
  if (isColorOnly) return textsIn(shown).flatMap(contrastFaults);
  const targets = shown.filter((element) => element.matches(TARGETS) && !isPassive(element) && isReachable(element));
  return [
    ...pageFaults(),
    ...shown.flatMap(boxFaults),
    ...textsIn(shown).flatMap(textFaults),
    ...targets.flatMap((target, index) => overlapFaults(target, targets.slice(index + 1))),
    ...(isTouched && isInFlight ? targets.flatMap(sizeFaults) : []),
    ...commandFaults(),
  ];
};

const TARGETS =
  'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider], label:has(input)';
/** Rounding of the browser. */
const SLACK_PX = 1.5;
const LEAST_CONTRAST = 4.5;
const LEAST_TOUCH_PX = 56;

const name = (element) => {
  const label = element.getAttribute('aria-label') ?? element.textContent.trim().replaceAll(/\s+/g, ' ');
  const styles =
    element
      .getAttribute('class')
      ?.split(' ')
      .map((name) => name.replace(/_[\w-]{5,6}_\d+$/, '')) ?? [];
  return `${element.tagName.toLowerCase()}.${styles.join('.')} "${label.slice(0, 40)}"`;
};
const px = (value) => `${Math.round(value * 10) / 10} px`;
const inside = (inner, outer) =>
  inner.left >= outer.left - SLACK_PX &&
  inner.right <= outer.right + SLACK_PX &&
  inner.top >= outer.top - SLACK_PX &&
  inner.bottom <= outer.bottom + SLACK_PX;
const view = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

function isShown(element) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { height, width } = element.getBoundingClientRect();
  // Texts for screen readers have a box of one pixel, and a skip link appears with the focus.
  return width > 2 && height > 2 && !isClipped(element);
}

function isClipped(element) {
  for (let around = element; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).clipPath !== 'none') return true;
  }
  return false;
}

const isPassive = (element) =>
  element.closest('[inert], [role=application]') !== null ||
  getComputedStyle(element).pointerEvents === 'none' ||
  getComputedStyle(element).opacity === '0';

/** Its centre, where it can be seen, receives presses. */
function isReachable(element) {
  const box = element.getBoundingClientRect();
  if (!inside(box, view())) return false;
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
}

/** Texts with their boxes, in the order of the page. */
const textsIn = (elements) =>
  elements.flatMap((element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '')
      .map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return { element, box: range.getBoundingClientRect() };
      }),
  );

function pageFaults() {
  const { scrollWidth } = document.scrollingElement;
  return scrollWidth > innerWidth ? [`the page is ${px(scrollWidth)} wide in ${px(innerWidth)}`] : [];
}

function boxFaults(element) {
  const { overflowX, textOverflow } = getComputedStyle(element);
  if (overflowX === 'visible' || element.closest('[role=img], svg, input, video, canvas') !== null) return [];
  const over = element.scrollWidth - element.clientWidth;
  if (over <= SLACK_PX || element.closest('[data-scrolls-sideways]') !== null) return [];
  if (textOverflow === 'ellipsis')
    return element.title === '' ? [`${name(element)} is shortened, without a title`] : [];
  return [`${name(element)} is ${px(over)} wider than its box`];
}

/** A text outside the page, outside the button that it names, or cut by a box that does not scroll. */
function textFaults({ box, element }) {
  if (element.closest('svg, [role=img]') !== null) return [];
  if (box.right > innerWidth + SLACK_PX || box.left < -SLACK_PX) return [`${name(element)} leaves the page sideways`];
  for (let around = element; around !== null; around = around.parentElement) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
    const limits = around.getBoundingClientRect();
    const isButton = around.matches('button, [role=tab], a[href]');
    const out = Math.max(box.right - limits.right, limits.left - box.left);
    const below = Math.max(box.bottom - limits.bottom, limits.top - box.top);
    const cutsX = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
    if ((isButton || cutsX) && out > SLACK_PX) return [`${name(element)} is ${px(out)} wider than ${name(around)}`];
    // Line boxes are higher than letters.
    const isCut = /hidden|clip/.test(overflowY) && below > 4;
    if (isCut || (isButton && below > 4)) return [`${name(element)} is ${px(below)} higher than ${name(around)}`];
    if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) return [];
  }
  return [];
}

function overlapFaults(target, others) {
  const box = target.getBoundingClientRect();
  return others.flatMap((other) => {
    if (target.contains(other) || other.contains(target) || target.closest('label')?.contains(other)) return [];
    const { bottom, left, right, top } = other.getBoundingClientRect();
    const width = Math.min(box.right, right) - Math.max(box.left, left);
    const height = Math.min(box.bottom, bottom) - Math.max(box.top, top);
    const isOver = width > SLACK_PX && height > SLACK_PX;
    return isOver ? [`${name(target)} and ${name(other)} overlap by ${px(width)} x ${px(height)}`] : [];
  });
}

/** A finger in a glove that is laid on its centre presses nothing else; what is pressed may be larger than what is drawn. */
function sizeFaults(target) {
  // A link within a sentence is as high as its line.
  if (getComputedStyle(target).display === 'inline') return [];
  const { bottom, height, left, right, top, width } = (target.closest('label') ?? target).getBoundingClientRect();
  const reach = LEAST_TOUCH_PX / 2 - SLACK_PX;
  const isHit = ([dx, dy]) => {
    const hit = document.elementFromPoint((left + right) / 2 + dx, (top + bottom) / 2 + dy);
    return target.contains(hit) || hit?.closest('label')?.contains(target) === true;
  };
  const edges = [
    [reach, 0],
    [-reach, 0],
    [0, reach],
    [0, -reach],
  ];
  return edges.every(isHit) ? [] : [`${name(target)} is ${px(width)} x ${px(height)}`];
}

/** The command of the flight is in view, and nothing covers it. */
function commandFaults() {
  const buttons = [...document.querySelectorAll('[data-flight-command] button')];
  if (buttons.length === 0) return ['there is no command of the flight'];
  return buttons
    .filter((button) => !isShown(button) || !isReachable(button))
    .map((button) => `${name(button)} of the flight is covered or out of view`);
}

function contrastFaults({ element }) {
  if (element.closest(':disabled, [aria-disabled=true], [data-disabled]') !== null) return [];
  const ground = background(element);
  if (ground === undefined) return [];
  const style = getComputedStyle(element);
  const ink = color(element.closest('svg') === null ? style.color : style.fill);
  const ratio = contrast(over({ ...ink, a: ink.a * opacityOf(element) }, ground), ground);
  return ratio < LEAST_CONTRAST - 0.05 ? [`${name(element)} has a contrast of ${ratio.toFixed(2)}`] : [];
}

/** Colour below a text; undefined above a picture or drawing, whose colours are not known. */
function background(element) {
  const layers = [];
  for (let around = element; around !== null; around = around.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(around);
    if (backgroundImage !== 'none') return undefined;
    const layer = color(backgroundColor);
    layers.push(layer);
    if (layer.a >= 1) return layers.reverse().reduce((below, above) => over(above, below));
    if (around.querySelector(':scope > video, :scope > canvas, :scope > * > video') !== null) return undefined;
  }
  return undefined;
}

function opacityOf(element) {
  let opacity = 1;
  for (let around = element; around !== null; around = around.parentElement) {
    opacity *= Number(getComputedStyle(around).opacity);
  }
  return opacity;
}

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** Any colour of CSS, as drawn. */
function color(text) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return { r, g, b, a: a / 255 };
}

const over = (above, below) => ({
  ...Object.fromEntries(['r', 'g', 'b'].map((part) => [part, above[part] * above.a + below[part] * (1 - above.a)])),
  a: 1,
});

/** Source: WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one, other) {
  const part = (value) => (value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ({ b, g, r }) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
