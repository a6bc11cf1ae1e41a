/** How text begins that a spreadsheet would calculate, in Latin and full-width signs, perhaps after quotes. */
const formula = /^'*[=+\-@\t\r\n|＝＋－＠]/u

/** The same after a quote of ours, or of somebody's. */
const disarmed = /^'+[=+\-@\t\r\n|＝＋－＠]/u

/** Puts a quote before text that a spreadsheet would calculate. `rearm` takes it away again, for every text. */
export function disarm(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Takes away the quote of `disarm`. */
export function rearm(text: string): string {
  return disarmed.test(text) ? text.slice(1) : text
}
