/** A number as English writes it. */
export function count(number: number): string {
  return number.toLocaleString('en')
}
