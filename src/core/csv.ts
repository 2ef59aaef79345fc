/** Begins a file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A negative number is only read. */
const isNumber = /^-?\d+(?:\.\d+)?$/;

/**
 * Finds the places before which a spreadsheet would begin to calculate. A spreadsheet that separates cells by semicolons or tabs splits a
 * text there, and at line breaks, because it does not see the quotes.
 */
const formulas = /(?<=^|[;\t\r\n][ "']*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

/** Writes a row of a CSV file (RFC 4180). An apostrophe stands before each text that a spreadsheet would calculate. */
export function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: string | null): string {
  if (cell === null) return '';
  const text = isNumber.test(cell) ? cell : cell.replaceAll(formulas, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
