import { didYouMean } from '../../text/didYouMean.ts'
import { join, literal, sql, type Sql } from '../../sql/sql.ts'

/** What can be done to a text before it is stored or compared. */
export const tidyings = ['trim', 'lower', 'upper', 'spaces', 'nfc'] as const
export type Tidying = (typeof tidyings)[number]

/** The members of a text field that tidying depends on. */
export interface TidyField {
  readonly tidy?: readonly Tidying[]
  readonly multiline?: boolean
}

/**
 * Returns the text as it is stored. The order in the declaration does not matter, and tidy text stays as it is. With
 * `multiline`, `spaces` leaves line breaks alone.
 */
export function tidyText(text: string, { tidy, multiline }: TidyField): string {
  if (!tidy) return text
  const has = (tidying: Tidying) => tidy.includes(tidying)
  let tidied = has('nfc') ? text.normalize('NFC') : text
  if (has('lower')) tidied = tidied.toLowerCase()
  if (has('upper')) tidied = tidied.toUpperCase()
  if (has('spaces')) tidied = tidied.replace(multiline ? /[^\S\n\r]+/g : /\s+/g, ' ')
  if (has('trim')) tidied = tidied.trim()
  // Changing the case can take a composed character apart.
  return has('nfc') ? tidied.normalize('NFC') : tidied
}

/** Returns the mistakes in `tidy`. */
export function checkTidy({ tidy }: { readonly tidy?: unknown }): string[] {
  if (tidy === undefined) return []
  const example = "such as tidy: ['trim', 'lower']"
  if (!Array.isArray(tidy) || tidy.length === 0) return [`tidy must be a list of ${tidyings.join(', ')}, ${example}`]
  const unknown = tidy.filter((one) => !tidyings.includes(one))
  const mistakes = unknown.map((one) => {
    const known = `choose from ${tidyings.join(', ')}`
    return `tidy has ${JSON.stringify(one)}, which is not known: ${known}.${didYouMean(String(one), tidyings)}`
  })
  if (new Set(tidy).size < tidy.length) mistakes.push('tidy must not name the same twice')
  if (tidy.includes('lower') && tidy.includes('upper')) mistakes.push('tidy takes lower or upper, and not both')
  return mistakes
}

const capitals = literal('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const smalls = literal('abcdefghijklmnopqrstuvwxyz')

/**
 * Conditions that all tidy text meets, for a check in the database. They concern ASCII characters, which are the same
 * in every locale: text that `tidyText` returns must never break them.
 */
export function tidyConditions({ tidy = [] }: TidyField, column: Sql): Sql[] {
  const conditions: Record<Tidying, Sql> = {
    trim: sql`${column} !~ '^[ \\t\\n\\v\\f\\r]|[ \\t\\n\\v\\f\\r]$'`,
    lower: sql`translate(${column}, ${capitals}, '') = ${column}`,
    upper: sql`translate(${column}, ${smalls}, '') = ${column}`,
    spaces: sql`position('  ' in ${column}) = 0`,
    nfc: sql`${column} is nfc normalized`,
  }
  return tidyings.filter((tidying) => tidy.includes(tidying)).map((tidying) => conditions[tidying])
}

/**
 * Stored text as the database tidies it. The case of letters beyond ASCII follows the locale of the database: `lower`
 * leaves them as they are in the locale C.
 */
export function tidySql({ tidy = [], multiline }: TidyField, column: Sql): Sql {
  const [toLower, toUpper] = [join([capitals, smalls]), join([smalls, capitals])]
  const change: Record<Tidying, (text: Sql) => Sql> = {
    nfc: (text) => sql`normalize(${text}, nfc)`,
    lower: (text) => sql`lower(translate(${text}, ${toLower}))`,
    upper: (text) => sql`upper(translate(${text}, ${toUpper}))`,
    spaces: (text) => sql`regexp_replace(${text}, ${literal(multiline ? '[ \\t\\v\\f]+' : '\\s+')}, ' ', 'g')`,
    trim: (text) => sql`regexp_replace(${text}, '^\\s+|\\s+$', '', 'g')`,
  }
  const order: Tidying[] = ['nfc', 'lower', 'upper', 'spaces', 'trim']
  const tidied = order.filter((one) => tidy.includes(one)).reduce((text, one) => change[one](text), column)
  return tidy.includes('nfc') ? change.nfc(tidied) : tidied
}
