import { type Condition, isRecordVariable, isVariable, type Operand, type UserVariable } from '../criteria/Condition.ts'
import type { ReferenceField } from '../model/field/reference.ts'

/** Whether a condition depends on the user. */
export function dependsOnUser(condition: Condition): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(dependsOnUser)
    case 'not':
    case 'some':
      return dependsOnUser(condition.part)
    case 'comparison':
      return condition.operands.some((operand) => isVariable(operand) && operand.variable === 'user')
    case 'held':
      return true
    case 'archived':
      return false
  }
}

/** Whether a condition reads other records than the one that it is tested on. */
export function readsOtherRecords(condition: Condition): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(readsOtherRecords)
    case 'not':
      return readsOtherRecords(condition.part)
    case 'some':
    case 'held':
      return true
    case 'archived':
      return false
    case 'comparison':
      return condition.path.steps.length > 0 || condition.operands.some(isThrough)
  }
}

/** Whether an operand is a field of the record that a reference of the user leads to. */
export function isThrough(operand: Operand): operand is UserVariable & { through: ReferenceField } {
  return isVariable(operand) && operand.variable === 'user' && operand.through !== undefined
}

/** Returns the names of the record's own fields and relations that a condition uses. */
export function fieldsUsedBy(condition: Condition): string[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.flatMap(fieldsUsedBy)
    case 'not':
      return fieldsUsedBy(condition.part)
    case 'some':
      return [(condition.steps[0] ?? condition.relation).name, ...recordVariablesIn(condition.part)]
    case 'comparison':
      return [(condition.path.steps[0] ?? condition.path.field).name, ...recordVariablesIn(condition)]
    case 'held':
    case 'archived':
      return []
  }
}

/** Returns the names of the record's own fields that are compared with others: `$record.<field>`. */
function recordVariablesIn(condition: Condition): string[] {
  if (condition.is === 'some') return recordVariablesIn(condition.part)
  if (condition.is !== 'comparison') return []
  return condition.operands.filter(isRecordVariable).map(({ field }) => field.name)
}
