import { Failure } from '../failure/failure.ts'
import { type Archived, archivedOn } from '../model/archive.ts'
import type { Model } from '../model/Model.ts'
import { type Condition, everything } from './Condition.ts'

/**
 * Returns a condition that also leaves out archived records, or all others, as the request asks. Criteria that name
 * `archivedOn` decide by themselves.
 */
export function withArchived(condition: Condition, { name, archive }: Model, asked: Archived | undefined): Condition {
  if (asked && !archive)
    throw new Failure('invalid-parameter', `Records of ${name} can't be archived: leave out archived.`)
  if (!archive || asked === true || (asked === undefined && namesArchive(condition))) return condition
  const archived = { is: 'archived', value: asked === 'only' } as const
  return condition === everything ? archived : { is: 'and', parts: [condition, archived] }
}

/** Whether a condition asks of its own records whether or when they were archived. */
export function namesArchive(condition: Condition): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(namesArchive)
    case 'not':
      return namesArchive(condition.part)
    case 'comparison':
      return condition.path.steps.length === 0 && condition.path.field.name === archivedOn.name
    case 'some':
    case 'held':
    case 'archived':
      return false
  }
}
