/** What XML can't hold, or would change, such as a carriage return. Of surrogates, those without a partner. */
const forbidden = '[\\0-\\x08\\x0B-\\x1F\\uFFFE\\uFFFF\\uD800-\\uDFFF]'

/** The same, and the first sign of what Excel would take for an escape, also if the next escape completes it. */
const escaped = new RegExp(`_(?=x[0-9A-Fa-f]{4}(?:_|${forbidden}))|${forbidden}`, 'gu')

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Writes text for a cell: what XML can't hold as Excel does, such as `_x000D_`, and markup as entities. */
export function escapeText(text: string): string {
  return escapeMarkup(text.replace(escaped, toEscape))
}

/** Writes text for XML that has no escapes of Excel, such as the name of a sheet. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => markup[sign] ?? sign)
}

function toEscape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Reads the escapes of Excel. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
