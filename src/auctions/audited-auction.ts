import { type AuctionField, fieldsSetBySeller } from '../core/auction-fields.ts';

// The audit log records the fields that a seller sets.

/** Returns SQL of a field of a row as JSON. */
function asJson(row: string, { column, isInstant }: AuctionField): string {
  const value = `${row}.${column}`;
  return isInstant === true ? `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : value;
}

function jsonOf(value: (field: AuctionField) => string): string {
  return `jsonb_build_object(${fieldsSetBySeller.map(([name, field]) => `'${name}', ${value(field)}`).join(', ')})`;
}

/** Returns SQL of the audited fields of a row. */
export function auditedPart(row: string): string {
  return jsonOf((field) => asJson(row, field));
}

/** Returns SQL of the audited fields that differ between the rows `before` and `after`. */
export function changedPart(row: 'before' | 'after'): string {
  const part = jsonOf(
    (field) => `case when before.${field.column} is distinct from after.${field.column} then ${asJson(row, field)} end`,
  );
  return `jsonb_strip_nulls(${part})`;
}
