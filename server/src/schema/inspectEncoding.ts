import { sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { type Step, toBlockedStep } from './Step.ts'

/** The text encoding of a database. It is set when the database is created and cannot be changed. */
export interface Encoding {
  /** The encoding, which should be `UTF8`. */
  readonly name: string
  /** The locale for upper and lower case. */
  readonly locale: string
  /** Whether `lower` converts letters outside ASCII. */
  readonly folds: boolean
}

/** Reads the encoding. The letters of the second query may not exist in another encoding than UTF8. */
export async function inspectEncoding(query: Query): Promise<Encoding> {
  const [row = {}] = await query(sql`
select pg_encoding_to_char(encoding) as name, datctype as locale
from pg_database
where datname = current_database()`)
  const { name, locale } = row
  const [letters] = name === 'UTF8' ? await query(sql`select lower('ÄĐЖ') = 'äđж' as folds`) : []
  return { name: name ?? '', locale: locale ?? '', folds: letters?.['folds'] === 't' }
}

/** A blocked step if the encoding is not UTF8: such a database may count bytes instead of characters. */
export function compareEncoding({ name }: Encoding): Step[] {
  if (name === 'UTF8') return []
  const title = 'Store text in the encoding UTF8'
  return [toBlockedStep(title, `This database has the encoding ${name}, which cannot be changed. ${howToCreate}`)]
}

/** Why this database does not match capital and small letters; undefined if it does. */
export function findUnknownLetters({ name, locale, folds }: Encoding): string | undefined {
  if (name === 'UTF8' && folds) return undefined
  return name === 'UTF8'
    ? `The locale of the database is ${locale}, which has no letters outside ASCII.`
    : `The encoding of the database is ${name}, and not UTF8.`
}

/** How to create a database with the right encoding and locale. */
export const howToCreate =
  'Create another database: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME ' +
  '(any locale that ends in UTF-8 works).'
