import type { Formats } from '../field/FieldKind.ts'
import { asText, showValue } from '../field/kinds.ts'
import { type ShownTag, toTag } from '../field/tagsOf.ts'
import type { FindModel } from '../meta/columns.ts'
import { findPath } from '../meta/columns.ts'
import { userModel } from '../meta/ownModels.ts'
import { type Family, familyOf } from '../meta/fieldTypes.ts'
import type { FieldMeta, Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import { type Chip, type GroupChip, isOther, operatorOf, type Test, type TestChip, valuesOf } from './Chip.ts'
import { fromPlainText } from './pattern.ts'
import { valueField } from './valueField.ts'

/** What the words of a chip depend on. */
export interface ChipContext {
  readonly model: ModelMeta
  readonly find: FindModel
  readonly formats: Formats
  /** The title of a record, where it is known. */
  readonly titleOf: (model: string, id: number) => string | undefined
  /** How `$user` is called where the criteria are those of a rule, which has more variables than a search. */
  readonly user?: UserWords
}

/** The user of a rule in words: "you" and "your Region", or "cleo" and "cleo’s Region". */
export interface UserWords {
  readonly name: string
  readonly field: (label: string) => string
}

/** A chip in words: of which field, what, and compared with what. */
export interface ChipWords {
  readonly label: string
  readonly test: string
  readonly value: string
  /** The value in pieces: words, and the tags of choices that have colours. */
  readonly pieces?: readonly (string | ShownTag)[]
}

/** A chip in words, such as "Status", "is", "lead or customer". */
export function describeChip(chip: Chip, context: ChipContext): ChipWords {
  const { words } = context.formats
  if (chip.kind === 'json') return { label: words.criteria.json, test: '', value: chip.text }
  if (chip.kind === 'group') return describeGroup(chip, context)
  const end = valueField(context.model, chip.path, context.find)
  const field: FieldMeta = end?.field ?? { name: chip.path, type: 'text', label: chip.path }
  const pieces = joined(
    chip,
    chip.values.map((value) => findTag(value, field) ?? showOne(value, field, chip.test, context)),
    words,
  )
  return {
    label: end?.label ?? chip.path,
    test: testWords(chip.test, familyOf(field), words),
    value: pieces.map((piece) => (typeof piece === 'string' ? piece : piece.label)).join(' '),
    ...(pieces.some((piece) => typeof piece !== 'string') ? { pieces } : {}),
  }
}

function describeGroup({ of, chips }: GroupChip, context: ChipContext): ChipWords {
  const { and, or, groups } = context.formats.words.criteria
  const parts = chips.map((chip) => {
    const { label, test, value } = describeChip(chip, context)
    const text = [label, test, value].filter((part) => part !== '').join(' ')
    return chip.kind === 'group' && chips.length > 1 ? `(${text})` : text
  })
  return { label: of === 'none' ? groups.none : '', test: '', value: parts.join(` ${of === 'all' ? and : or} `) }
}

/** A value of a choice whose values have colours. */
function findTag(value: Json, field: FieldMeta): ShownTag | undefined {
  if (field.colors === undefined || typeof value !== 'string' || !field.values?.includes(value)) return undefined
  return toTag(value, field)
}

/** A test in words, by the family of the field. */
export function testWords(test: Test, family: Family, words: Words): string {
  if (isOther(test)) return operatorOf(test)
  const own: Partial<Record<Test, string>> =
    family === 'time' || family === 'relation' || family === 'text' ? words.criteria[family] : {}
  return own[test] ?? words.criteria.tests[test]
}

/** The values with the words between and behind them. */
function joined<Piece>(
  { test, orMissing }: TestChip,
  shown: readonly Piece[],
  words: Words,
): readonly (Piece | string)[] {
  const { or, and, orMissing: missing } = words.criteria
  const between = valuesOf(test) === 'two' || test === 'hasAll' ? and : or
  const values = shown.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]))
  return orMissing ? [...values, missing] : values
}

function showOne(value: Json, field: FieldMeta, test: Test, context: ChipContext): string {
  const { formats, titleOf } = context
  const isMarked = context.user ? isRuleVariable : isVariable
  if (typeof value === 'string' && isMarked(value, field, test)) return showVariable(value, context)
  if (field.target !== undefined) {
    const id = idOf(value)
    return id === undefined ? JSON.stringify(value) : (titleOf(field.target, id) ?? formats.words.value.link(id))
  }
  if (familyOf(field) !== 'text') return showValue(value, field, formats)
  const plain = context.user ? asText(value).replace(/^\$\$/, '$') : fromPlainText(asText(value))
  const text = test === 'contains' || test === 'lacks' ? asText(value) : plain
  return text.trim() === text && text !== '' ? text : `“${text}”`
}

/** The id in a value that names a record: `{"id": 5}` or 5. */
export function idOf(value: Json): number | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'number' ? id : undefined
}

function isVariable(value: string, field: FieldMeta, test: Test): boolean {
  if (familyOf(field) !== 'text') return value.startsWith('$')
  return value.startsWith('$record.') && test !== 'contains' && test !== 'lacks'
}

/** In rules all text that begins with one `$` is a variable; patterns are none. */
function isRuleVariable(value: string, _field: FieldMeta, test: Test): boolean {
  return /^\$[^$]/.test(value) && !['contains', 'lacks', 'like', 'notLike'].includes(test)
}

function showVariable(text: string, { model, find, formats, user }: ChipContext): string {
  const { criteria } = formats.words
  if (text === '$user' || text === '$user.id') return user?.name ?? criteria.me
  const ofUser = /^\$user\.(\w+)$/.exec(text)?.[1]
  const users = find(userModel)
  if (ofUser !== undefined && user) return user.field((users && findPath(users, ofUser, find)?.label) ?? ofUser)
  const own = /^\$record\.(\w+)$/.exec(text)?.[1]
  if (own !== undefined) return criteria.otherField(findPath(model, own, find)?.label ?? own)
  const [, base, sign, digits, unit] = /^\$(now|today)(?:([+-])(\d{1,4})(d|w|m|y|h|min))?$/.exec(text) ?? []
  if (base === undefined) return text
  if (unit === undefined) return base === 'now' ? criteria.now : criteria.today
  const span = criteria.span(Number(digits), unit as 'd' | 'w' | 'm' | 'y' | 'h' | 'min')
  return sign === '-' ? criteria.ago(span) : criteria.ahead(span)
}
