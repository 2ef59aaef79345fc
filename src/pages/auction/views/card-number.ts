/** Writes the number of a card in the groups that it has on the card. */
export function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
