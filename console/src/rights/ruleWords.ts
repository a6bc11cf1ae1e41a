import type { ChipContext } from '../criteria/describeChip.ts'
import { findPath } from '../meta/columns.ts'
import type { Action, Json } from '../meta/ModelMeta.ts'
import { conditionWords } from './conditionWords.ts'

/** A rule, as far as its words are about it. */
export interface RuleParts {
  readonly allows: readonly Action[]
  /** Null for all records; undefined where the caller may not know it. */
  readonly condition: Json | undefined
  readonly readFields: readonly string[] | null
  readonly writeFields: readonly string[] | null
  readonly hideFields?: readonly string[] | null
  readonly lockFields?: readonly string[] | null
}

/** A rule in words, such as "see, change where Created by is the user · sets only Phone". */
export function ruleWords(rule: RuleParts, context: ChipContext): string {
  const { allows, condition, readFields, writeFields, hideFields, lockFields } = rule
  const { why } = context.formats.words
  const verbs = allows.map((action) => why.actions[action] ?? action).join(', ')
  const where =
    condition === undefined
      ? why.hidden
      : condition === null
        ? ''
        : `${why.where} ${conditionWords(condition, context)}`
  const labels = (names: readonly string[]) =>
    names.map((name) => findPath(context.model, name, context.find)?.label ?? name).join(', ') || why.noField
  const writes = allows.includes('create') || allows.includes('update')
  return [
    [verbs, where].filter((part) => part !== '').join(' '),
    ...(readFields && allows.includes('read') ? [why.sees(labels(readFields))] : []),
    ...(hideFields && allows.includes('read') ? [why.seesAllBut(labels(hideFields))] : []),
    ...(writeFields && writes ? [why.sets(labels(writeFields))] : []),
    ...(lockFields && writes ? [why.setsAllBut(labels(lockFields))] : []),
  ].join(' · ')
}
