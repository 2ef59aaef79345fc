const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,250.00` */
export function showDollars(cents: number): string {
  return dollars.format(cents / 100);
}

/** As it would be typed into the form: `1250.00`. */
export function typedDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
