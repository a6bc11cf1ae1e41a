import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { ownerOfComments } from '../model/relation/comments.ts'
import { findFieldsFault, hiddenBy } from './allowedFields.ts'
import { isAbout, type Rule } from './Rule.ts'

const none = { read: false, create: false, update: false, delete: false, readFields: null, writeFields: null }
const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }

/** The rules for a model. Those for comments follow from the rules for their records. */
export function rulesFor({ name }: Model, rules: readonly Rule[], models: Models): Rule[] {
  const ownerName = ownerOfComments(name)
  if (ownerName === undefined) return rules.filter((rule) => isAbout(rule, name))
  const owner = models.find(ownerName)
  if (!owner) return []
  // A rule that allows nothing of the record allows nothing of its comments either.
  const sound = rules.filter((rule) => isAbout(rule, ownerName) && findFieldsFault(rule, owner) === undefined)
  return sound.flatMap((rule) => commentRulesOf(rule, [...hiddenBy(rule, owner, models).keys()]))
}

/**
 * The rules for comments that follow from a rule for their records. Comments are read by whoever reads the record, and
 * written by whoever the rule lets comment. People change and delete their own; whoever may delete the record deletes
 * all of them. Comments about a field that the rule hides are hidden, and all of them if it hides the comments.
 */
function commentRulesOf(rule: Rule, hidden: readonly string[]): Rule[] {
  const { id, role, model, read, update, delete: remove, comment, condition, readFields } = rule
  const mayComment = comment ?? update
  const ofRecord = toRecord(condition)
  const shown = readFields === null && hidden.length === 0 ? null : aboutReadable(readFields, hidden)
  const both = (parts: readonly unknown[]) => toGroup(parts.filter((part) => part !== null && part !== undefined))
  const base = { ...none, id, role, model }
  return [
    { ...base, read: read && !hidden.includes('comments'), condition: both([ofRecord, shown]) },
    { ...base, create: mayComment, delete: remove, condition: ofRecord ?? null },
    { ...base, update: mayComment, delete: mayComment, condition: both([ofRecord, own]), lockFields: ['record'] },
  ]
}

function aboutReadable(readFields: Rule['readFields'], hidden: readonly string[]): object {
  const isWhole = { fieldName: 'about', operator: 'isNull' }
  const isShown = readFields
    ? { fieldName: 'about', operator: 'in', value: readFields }
    : { fieldName: 'about', operator: 'notIn', value: hidden }
  return { operator: 'or', criteria: [isWhole, isShown] }
}

function toGroup(criteria: readonly unknown[]): unknown {
  return criteria.length <= 1 ? (criteria[0] ?? null) : { operator: 'and', criteria }
}

/** The condition of a record, asked of its comment: every field is one of the record. */
function toRecord(condition: unknown): unknown {
  if (Array.isArray(condition)) return condition.map(toRecord)
  if (typeof condition !== 'object' || condition === null) return condition
  return Object.fromEntries(
    Object.entries(condition).map(([name, value]: [string, unknown]) => {
      if (name === 'fieldName') return [name, `record.${String(value)}`]
      if (name === 'value' && typeof value === 'string') return [name, value.replace(/^\$record\./, '$record.record.')]
      return [name, name === 'criteria' ? toRecord(value) : value]
    }),
  )
}
