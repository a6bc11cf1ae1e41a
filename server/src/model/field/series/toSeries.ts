import { join, literal, name, sql, type Sql, trusted } from '../../../sql/sql.ts'
import type { Model } from '../../Model.ts'
import { columnOf, recordSchema, tableOf } from '../../names.ts'
import type { SeriesField } from '../series.ts'
import type { NumberedRow, Place, RecordPart, Series } from './Series.ts'
import { partsOf, type Source, type TemplatePart, toSource, toWord, type Unit } from './template.ts'

const restarts = ['day', 'month', 'year'] as const
const periods = { year: 'YYYY', month: 'YYYY-MM', day: 'YYYY-MM-DD' } as const
const formats = { year: 'YYYY', month: 'MM', day: 'DD' } as const

/** The SQL by which a series counts and numbers the records of a model. */
export function toSeries(field: SeriesField, model: Pick<Model, 'fields'>): Series {
  const { template, gapless = false, moves = false, when } = field
  const parts = partsOf(template, model)
  const inTemplate = parts.flatMap((part) => (part.is === 'source' ? [part.source] : []))
  const inPeriod = field.per?.map((word) => toSource(word, model)) ?? inTemplate
  const ofWrite = inPeriod.flatMap((source) => (source.is === 'writeDay' ? [source.unit] : []))
  const restart = restarts.find((unit) => ofWrite.includes(unit))
  const recordParts = toRecordParts([...inTemplate, ...inPeriod], model)
  const followsRecord = recordParts.length > 0 || when !== undefined
  return {
    gapless,
    followsRecord,
    isDrawnAhead: !gapless && !followsRecord,
    when,
    restart: restart ?? (ofWrite.includes('fiscalYear') ? 'day' : undefined),
    per: [...(restart ? [restart] : []), ...inPeriod.filter(isOwnPart).map(toWord)],
    parts: recordParts,
    fixedParts: moves ? [] : toRecordParts(inPeriod, model),
    period: (row) => periodSql(inPeriod, restart, row, model),
    patternAt: (day, row) => {
      const number = (digits = '1') => literal(`([0-9]{${digits},18})`)
      const at = { ...row, place: { ...row.place, today: day } }
      return sql`'^' || ${fill(parts, at, model, number, true)} || '$'`
    },
    toText: (number, row) => fill(parts, row, model, toDigits(number), false),
    pieces: toPieces(parts, model),
  }
}

function toPieces(parts: readonly TemplatePart[], model: Pick<Model, 'fields'>): Series['pieces'] {
  const at = parts.findIndex(({ is }) => is === 'number')
  const piece = (some: readonly TemplatePart[], row: NumberedRow) =>
    some.length === 0 ? sql`''` : fill(some, row, model, () => sql`''`, false)
  return {
    start: (row) => piece(parts.slice(0, at), row),
    number: (number) => fill(parts.slice(at, at + 1), noRow, model, toDigits(number), false),
    end: (row) => piece(parts.slice(at + 1), row),
  }
}

const noRow: NumberedRow = {
  place: { today: sql`null`, dayOf: (moment) => moment, yearBegins: '01-01' },
  own: () => {
    throw new TypeError('A number alone depends on no record.')
  },
}

/** The parts that come from the record, each once. */
function toRecordParts(sources: readonly Source[], model: Pick<Model, 'fields'>): RecordPart[] {
  const byWord = new Map(sources.map((source) => [toWord(source), source]))
  return [...byWord.values()].flatMap((source) =>
    source.is === 'writeDay' ? [] : [{ field: source.field, value: (row) => sourceSql(source, row, model) }],
  )
}

/** The year, month and day of the write are one part of a period: `2026-11`. */
function isOwnPart(source: Source): boolean {
  return source.is !== 'writeDay' || source.unit === 'fiscalYear'
}

function periodSql(
  sources: readonly Source[],
  restart: keyof typeof periods | undefined,
  row: NumberedRow,
  model: Pick<Model, 'fields'>,
): Sql {
  const day = restart === undefined ? [] : [sql`to_char(${row.place.today}, ${literal(periods[restart])})`]
  const others = sources.filter(isOwnPart).map((source) => sourceSql(source, row, model))
  const all = [...day, ...others]
  return all.length === 0 ? sql`''::text` : join(all, ' || chr(31) || ')
}

/** The template as SQL. As a pattern, values of the record stand for themselves. */
function fill(
  parts: readonly TemplatePart[],
  row: NumberedRow,
  model: Pick<Model, 'fields'>,
  toNumber: (digits: string | undefined) => Sql,
  isPattern: boolean,
): Sql {
  const filled = parts.map((part) => {
    if (part.is === 'text') return literal(isPattern ? escaped(part.text) : part.text)
    if (part.is === 'number') return toNumber(part.digits)
    const value = sourceSql(part.source, row, model)
    const shown = part.short ? sql`right(${value}, 2)` : value
    return isPattern && part.source.is === 'value' ? escapedSql(shown) : shown
  })
  return join(filled, ' || ')
}

/** The value of a source as text. */
function sourceSql(source: Source, { place, own }: NumberedRow, { fields }: Pick<Model, 'fields'>): Sql {
  if (source.is === 'writeDay') return unitSql(place.today, source.unit, place)
  if (source.is === 'date') return unitSql(own(source.field), source.unit, place)
  if (source.of === undefined) return sql`${own(source.field)}::text`
  const field = fields.find((candidate) => candidate.name === source.field)
  const target = field?.type === 'reference' ? field.target : ''
  return sql`(
    select _part.${name(columnOf(source.of))}::text
    from ${name(recordSchema, tableOf(target))} as _part
    where _part.id = ${own(source.field)}
  )`
}

function unitSql(day: Sql, unit: Unit, { yearBegins }: Place): Sql {
  if (unit !== 'fiscalYear') return sql`to_char(${day}, ${literal(formats[unit])})`
  if (yearBegins === '01-01') return sql`to_char(${day}, 'YYYY')`
  const isBefore = sql`(to_char(${day}, 'MM-DD') < ${literal(yearBegins)})`
  return sql`lpad((extract(year from ${day})::integer - ${isBefore}::integer)::text, 4, '0')`
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
}

function escapedSql(text: Sql): Sql {
  return sql`regexp_replace(${text}, ${literal('([^[:alnum:]])')}, ${literal('\\\\\\1')}, 'g')`
}

function toDigits(number: Sql): (digits: string | undefined) => Sql {
  const text = sql`${number}::text`
  return (digits) =>
    digits === undefined ? text : sql`lpad(${text}, greatest(length(${text}), ${trusted(digits)}), '0')`
}
