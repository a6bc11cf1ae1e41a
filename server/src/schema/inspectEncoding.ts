import { sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { type Step, toBlockedStep } from './Step.ts'

/** How a database keeps texts. It is chosen when the database is created, and cannot be changed. */
export interface Encoding {
  /** `UTF8`, as it should be. */
  readonly name: string
  /** The locale that decides which letters belong together. */
  readonly locale: string
  /** Whether `lower` knows letters beyond ASCII. */
  readonly folds: boolean
}

/** Reads how the database keeps texts. Another encoding might not even have the letters of the second question. */
export async function inspectEncoding(query: Query): Promise<Encoding> {
  const [row = {}] = await query(sql`
select pg_encoding_to_char(encoding) as name, datctype as locale
from pg_database
where datname = current_database()`)
  const { name, locale } = row
  const [letters] = name === 'UTF8' ? await query(sql`select lower('ÄĐЖ') = 'äđж' as folds`) : []
  return { name: name ?? '', locale: locale ?? '', folds: letters?.['folds'] === 't' }
}

/** A step that cannot be done, for a database that would not tell characters from bytes. */
export function compareEncoding({ name }: Encoding): Step[] {
  if (name === 'UTF8') return []
  const title = 'Keep texts in the encoding UTF8'
  return [toBlockedStep(title, `This database has the encoding ${name}, which cannot be changed. ${howToCreate}`)]
}

/** Why capitals matter in this database; undefined if all is well. */
export function findUnknownLetters({ name, locale, folds }: Encoding): string | undefined {
  if (name === 'UTF8' && folds) return undefined
  return name === 'UTF8'
    ? `The locale of the database is ${locale}, which knows no letters beyond ASCII.`
    : `The encoding of the database is ${name}, and not UTF8.`
}

/** What to do about either. */
export const howToCreate =
  'Create another database: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME (any locale that ends in UTF-8 will do).'
