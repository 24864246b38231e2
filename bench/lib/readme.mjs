// Figures in a Markdown text, marked `<!-- bench:KEY [±N%] -->the figure<!-- /bench -->`, against those of a bench run.

const MARK = /<!--\s*bench:(\S+?)(?:\s+±\s*(\d+(?:\.\d+)?)\s*%)?\s*-->(.*?)<!--\s*\/bench\s*-->/gs;
const OPENING = /<!--\s*bench:/g;
const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/;

/** How far a printed figure may be from the measured one, in percent, by what it is. */
export const TOLERANCE = { ratio: 35, time: 60, memory: 15, size: 15, count: 5 };

const ROUNDING = 0.03;

/** The number in the style of the one it replaces: its separators and its decimals, or more where rounding would distort. */
function inTheStyleOf(old, value) {
  let decimals = old.split('.')[1]?.length ?? 0;
  while (Math.abs(Number(value.toFixed(decimals)) - value) > Math.abs(value) * ROUNDING) decimals++;
  const [whole, fraction] = value.toFixed(decimals).split('.');
  const grouped = old.includes(',') || whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function judge({ key, shown, stated, figures }) {
  const figure = figures[key];
  if (figure === undefined || figure.value === null) return 'the run did not measure it';
  const number = shown.match(NUMBER);
  if (number === null) return `'${shown}' holds no number`;
  const value = Number(number[0].replaceAll(',', ''));
  const tolerance = stated ?? TOLERANCE[figure.kind];
  if (tolerance === undefined) throw new Error(`${key}: no tolerance for figures of the kind ${figure.kind}`);
  if (Math.abs(value - figure.value) <= (Math.abs(figure.value) * tolerance) / 100) return null;
  return `says ${number[0]}, measured ${figure.value.toPrecision(4)} (tolerance ±${tolerance} %)`;
}

/** The faults of a text: `[{key, line, fault}]`. A text without any marked figure is one, as it would check nothing. */
export function check(text, figures) {
  const marks = [...text.matchAll(MARK)];
  const faults = marks.flatMap((mark) => {
    const [, key, stated, shown] = mark;
    const fault = judge({ key, shown, stated: stated === undefined ? undefined : Number(stated), figures });
    return fault === null ? [] : [{ key, line: text.slice(0, mark.index).split('\n').length, fault }];
  });
  const openings = text.match(OPENING)?.length ?? 0;
  if (openings === 0) faults.push({ key: '-', line: 1, fault: 'no figure is marked' });
  if (openings !== marks.length) faults.push({ key: '-', line: 1, fault: `${openings - marks.length} mark(s) are not closed` });
  return faults;
}

/** The text with every measured figure in place. */
export function update(text, figures) {
  return text.replace(MARK, (whole, key, stated, shown) => {
    const value = figures[key]?.value;
    const number = shown.match(NUMBER);
    if (value === undefined || value === null || number === null) return whole;
    const replaced = shown.replace(NUMBER, () => inTheStyleOf(number[0], value));
    return whole.replace(`-->${shown}<!--`, () => `-->${replaced}<!--`);
  });
}
