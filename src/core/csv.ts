/** Begins a file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A spreadsheet would calculate a cell that begins with one of these. A negative number is only read. */
const isFormula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/;

/** Writes a row of a CSV file (RFC 4180). A text that a spreadsheet would calculate begins with an apostrophe. */
export function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: string | null): string {
  if (cell === null) return '';
  const text = isFormula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
