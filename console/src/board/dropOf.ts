import { type ActionMeta, actionsTo, type OfferedAction } from '../meta/ActionMeta.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { followersOf, isFinal, isForGood } from '../meta/steps.ts'
import { asText } from '../field/kinds.ts'
import { labelOfGroup } from '../field/labelOfGroup.ts'
import type { Words } from '../i18n/Words.ts'
import { type BoardColumn, keyOf } from './BoardColumn.ts'

/** What dropping cards in a column would do, or why they can't go there. */
export type Drop =
  /** They are there already. */
  | { readonly is: 'same' }
  | {
      readonly is: 'set'
      /** Whether no other value may follow, and whether an undo would not go back from it. */
      readonly isFinal: boolean
      readonly isForGood: boolean
      /** How many of them may go there, where not all of them may. */
      readonly some?: { readonly many: number; readonly of: number }
    }
  | { readonly is: 'run'; readonly offered: OfferedAction }
  | { readonly is: 'cannot'; readonly why: string }

/** What decides where a card may go. */
export interface DropRules {
  readonly model: ModelMeta
  /** The field that the columns are by. */
  readonly field: FieldMeta
  readonly words: Words
  readonly actions: readonly ActionMeta[]
  /** Why an action can't be run for records, as far as that is known. */
  readonly notNow: (action: ActionMeta, records: readonly RecordJson[]) => string | undefined
  /** What may be done with a record; undefined while that is not known. */
  readonly mayOf: (id: number) => { readonly update: boolean; readonly fields: readonly string[] } | undefined
  /** Why nothing at all can be moved. */
  readonly lock: string | undefined
}

/** What dropping cards in a column would do. Of several cards, those may go there that may go alone. */
export function dropOf(records: readonly RecordJson[], column: BoardColumn, rules: DropRules): Drop {
  const { field, words } = rules
  const moved = records.filter((record) => keyOf(record[field.name]) !== column.key)
  const drops = moved.map((record) => dropOne(record, column, rules))
  const [first] = drops
  if (!first) return { is: 'same' }
  if (drops.length === 1) return first
  const run = drops.find((drop) => drop.is === 'run')
  if (run) return runAll(run.offered, moved, rules)
  const set = drops.filter((drop) => drop.is === 'set')
  if (set.length === 0) {
    const others = drops.some((drop) => drop.is === 'cannot' && first.is === 'cannot' && drop.why !== first.why)
    return others ? { is: 'cannot', why: words.board.none(column.label) } : first
  }
  return {
    is: 'set',
    isFinal: isFinal(rules.model, field.name, column.value),
    isForGood: set.some((drop) => drop.isForGood),
    ...(set.length < drops.length ? { some: { many: set.length, of: drops.length } } : {}),
  }
}

function runAll(offered: OfferedAction, records: readonly RecordJson[], { notNow, words, model }: DropRules): Drop {
  const { action } = offered
  const max = Number(offered.subject?.max ?? Infinity)
  if (!action.many || records.length > max) return { is: 'cannot', why: words.board.onlyOne(action.label, model) }
  const why = notNow(action, records)
  return why === undefined ? { is: 'run', offered } : { is: 'cannot', why }
}

function dropOne(record: RecordJson, column: BoardColumn, rules: DropRules): Drop {
  const { model, field, words, lock } = rules
  if (lock !== undefined) return { is: 'cannot', why: lock }
  if (field.retired?.includes(asText(column.value))) return { is: 'cannot', why: words.value.retired(column.label) }
  const runs = actionsTo(rules.actions, model.name, field.name, column.value)
  const reasons = runs.map(({ action }) => rules.notNow(action, [record]))
  const offered = runs[reasons.indexOf(undefined)]
  if (offered) return { is: 'run', offered }
  const [notNow] = reasons
  const why = notNow ?? whyNotSet(record, column, rules)
  if (why !== undefined) return { is: 'cannot', why }
  const step = { [field.name]: { from: record[field.name] ?? null, to: column.value } }
  return { is: 'set', isFinal: isFinal(model, field.name, column.value), isForGood: isForGood(model, step) }
}

/** Why a plain update can't give a record the value of a column: who may write it, then what may follow. */
function whyNotSet(record: RecordJson, column: BoardColumn, rules: DropRules): string | undefined {
  const { model, field, words } = rules
  if (model.only?.[field.name] === 'actions') return words.board.onlyActions(field.label)
  const may = rules.mayOf(record.id)
  const isAllowed = may
    ? may.update && may.fields.includes(field.name)
    : model.may.update !== 'none' && field.may?.update !== 'none'
  if (!isAllowed) return words.board.mayNot(field.label, model)
  if (column.value === null && field.required) return words.board.required(field.label)
  const present = record[field.name] ?? null
  const followers = followersOf(model, field.name, present)
  if (!followers || followers.includes(asText(column.value))) return undefined
  const label = labelOfGroup(present, field, words)
  return followers.length === 0 ? words.board.final(label) : words.board.cantFollow(column.label, label)
}
