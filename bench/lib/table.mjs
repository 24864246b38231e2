// Plain tables for a terminal.

/** Rows under a header; the columns named in `right` hold numbers. */
export function table(header, rows, right) {
  const widths = header.map((title, i) => Math.max(...[title, ...rows.map((row) => row[i])].map((cell) => [...cell].length)));
  const pad = (cell, i) => {
    const space = ' '.repeat(widths[i] - [...cell].length);
    return right.includes(i) ? space + cell : cell + space;
  };
  const line = (cells) => cells.map(pad).join('  ').trimEnd();
  return [line(header), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

export function number(value, digits) {
  const [whole, fraction] = value.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const spread = ({ low, high, digits }) => (low === undefined ? '' : `${number(low, digits)} … ${number(high, digits)}`);

function barCell({ bar, atLeast, digits, smoke }, limits) {
  const factor = limits.smoke ? smoke : 1;
  if (bar === undefined || factor === undefined) return '';
  return `${atLeast ? '≥' : '≤'} ${number(bar * factor, Number.isInteger(bar * factor) ? 0 : digits)}`;
}

export function figuresTable(rows, mode) {
  return table(
    ['what', 'measured', '', '95 %', mode.smoke ? 'limit' : 'bar', mode.smoke ? '' : 'reach', ''],
    rows.map((row) => [
      row.what,
      number(row.value, row.digits),
      row.unit,
      spread(row),
      barCell(row, mode),
      mode.smoke || row.reach === undefined ? '' : `${row.atLeast ? '≥' : '≤'} ${number(row.reach, Number.isInteger(row.reach) ? 0 : row.digits)}`,
      row.verdict ?? '',
    ]),
    [1, 3, 4, 5],
  );
}

/** A against B, where both were measured: their ratio, and whether noise alone explains it. */
export function comparisonTable(rows) {
  return table(
    ['LAZYMCP in LAZYMCP_BASE', 'ratio', '95 %', ''],
    rows.map(({ what, value, low, high }) => [
      what,
      number(value, 3),
      low === undefined ? '' : `${number(low, 3)} … ${number(high, 3)}`,
      low === undefined || (low <= 1 && high >= 1) ? '' : 'differs',
    ]),
    [1, 2],
  );
}
