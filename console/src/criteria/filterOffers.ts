import { labelOf } from '../field/kinds.ts'
import type { FindModel } from '../meta/columns.ts'
import { familyOf } from '../meta/fieldTypes.ts'
import { type FieldMeta, type Json, mayList, type ModelMeta, type RecordLink, titleOf } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { KnownTest, TestChip } from './Chip.ts'
import { dateProposals } from './dateProposals.ts'
import { testWords } from './describeChip.ts'
import { firstTest, isDeadline, testsOf } from './testsOf.ts'
import { type FilterField, filterFields, valueField } from './valueField.ts'

/** What a filter can begin with: a field, whose test is asked next, or a whole comparison. */
export interface FilterOffer {
  readonly id: string
  readonly label: string
  readonly chip: TestChip
  readonly isWhole: boolean
}

/** What the offers of a model follow from. */
export interface OfferContext {
  readonly model: ModelMeta
  readonly find: FindModel
  readonly words: Words
  /** The day of the place. */
  readonly today: string | undefined
  /** Whether fields of other records are left out. */
  readonly isOwn: boolean
}

/** The records of a model in which the words occur. */
export interface FoundRecords {
  readonly model: string
  readonly records: readonly RecordLink[]
}

interface Ranked extends FilterOffer {
  readonly rank: number
  /** How long the name is that was matched. */
  readonly length: number
}

/** How many of the dates that are often asked stand beside a field. */
const mostDates = 4

/** How well a name fits what was typed: it is that, begins with it, has a word that does, or has it within. */
const ranks = { same: 0, begins: 1, word: 2, within: 3 } as const

/**
 * What is offered for what was typed: fields, values of choices and dates that are often asked, the best match first,
 * and then the records that references may lead to. Of names that begin with it, the nearest one is first.
 */
export function filterOffers(text: string, found: readonly FoundRecords[], context: OfferContext): FilterOffer[] {
  const fields = filterFields(context.model, context.isOwn ? () => undefined : context.find)
  const typed = plain(text.trim())
  if (typed === '') return fields.flatMap((field) => fieldOffer(field, 0, context))
  const own = fields.flatMap((each) => [...ofField(each, typed, context), ...ofValues(each, typed, context)])
  const known = own.toSorted((a, b) => a.rank - b.rank || nearness(a) - nearness(b))
  return [...known, ...ofRecords(found, context)]
}

/** The models whose records may be meant by what is typed. */
export function offeredModels({ model, find }: Pick<OfferContext, 'model' | 'find'>): ReadonlySet<string> {
  const targets = referencesOf(model).flatMap(({ target }) => find(target ?? '') ?? [])
  return new Set(targets.filter(mayList).map(({ name }) => name))
}

function nearness({ rank, length }: Ranked): number {
  return rank === ranks.begins ? length : 0
}

function fieldOffer({ path, label }: FilterField, rank: number, { model, find }: OfferContext): Ranked[] {
  const end = valueField(model, path, find)
  const test = end && firstTest(end.field)
  if (!test) return []
  const chip: TestChip = { kind: 'test', path, test, values: [], orMissing: false }
  return [{ id: path, label, chip, isWhole: false, rank, length: label.length }]
}

/** A field by its name. Whether a day has passed by which something must be done is asked first. */
function ofField(field: FilterField, typed: string, context: OfferContext): Ranked[] {
  const rank = rankOf(field.label, typed)
  if (rank === undefined) return []
  const dates = rank > ranks.word || field.path.includes('.') ? [] : datesOf(field, rank, context)
  const [first, ...others] = dates
  const itself = fieldOffer(field, rank, context)
  return first && isDeadline(field.field) ? [first, ...itself, ...others] : [...itself, ...dates]
}

function datesOf({ path, label, field }: FilterField, rank: number, { words, today }: OfferContext): Ranked[] {
  if (familyOf(field) !== 'time') return []
  const often = dateProposals(field, today).slice(0, mostDates)
  const asks = often.map((each) => ({ ...each, words: words.criteria.asked[each.name] }))
  const empty = { name: 'empty', test: 'isNull', values: [], words: testWords('isNull', 'time', words) } as const
  const all = testsOf(field).includes('isNull') ? [...asks, empty] : asks
  return all.map(({ name, test, values, words: asked }) => ({
    ...whole(`${path} ${name}`, `${label} ${asked}`, path, test, values),
    rank,
    length: label.length,
  }))
}

/** The values of a choice of the record itself. Those that are no longer in use are chosen by way of the field. */
function ofValues({ path, label, field }: FilterField, typed: string, { words }: OfferContext): Ranked[] {
  if (path.includes('.')) return []
  const family = familyOf(field)
  const test = family === 'set' ? 'hasAny' : 'is'
  return valuesOf(field).flatMap(({ value, name }) => {
    const rank = rankOf(name, typed)
    if (rank === undefined || rank === ranks.within) return []
    const sentence = `${label} ${testWords(test, family, words)} ${name}`
    const id = `${path} =${JSON.stringify(value)}`
    return [{ ...whole(id, sentence, path, test, [value]), rank, length: name.length }]
  })
}

function valuesOf(field: FieldMeta): { value: Json; name: string }[] {
  if (field.type !== 'choice' && field.type !== 'choices') return []
  const { values = [], retired = [] } = field
  return values.filter((value) => !retired.includes(value)).map((value) => ({ value, name: labelOf(value, field) }))
}

function ofRecords(found: readonly FoundRecords[], { model, find, words }: OfferContext): FilterOffer[] {
  return referencesOf(model).flatMap(({ name, label, target: to }) => {
    const target = find(to ?? '')
    const records = found.find((each) => each.model === to)?.records ?? []
    if (!target) return []
    const test = testWords('is', 'choice', words)
    return records.map((record) =>
      whole(`${name} #${record.id}`, `${label} ${test} ${titleOf(target, record)}`, name, 'is', [record.id]),
    )
  })
}

function referencesOf(model: ModelMeta): readonly FieldMeta[] {
  return model.fields.filter(({ type, secret }) => type === 'reference' && !secret)
}

function whole(id: string, label: string, path: string, test: KnownTest, values: readonly Json[]): FilterOffer {
  return { id, label, chip: { kind: 'test', path, test, values, orMissing: false }, isWhole: true }
}

function rankOf(name: string, typed: string): number | undefined {
  const all = plain(name)
  if (all === typed) return ranks.same
  if (all.startsWith(typed)) return ranks.begins
  if (all.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return ranks.word
  return all.includes(typed) ? ranks.within : undefined
}

/** Text without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
