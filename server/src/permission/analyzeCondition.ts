import { type Condition, isRecordVariable, isVariable } from '../criteria/Condition.ts'

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
    case 'comparison':
      return condition.path.steps.length > 0
  }
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
      return []
  }
}

/** Returns the names of the record's own fields that are compared with others: `$record.<field>`. */
function recordVariablesIn(condition: Condition): string[] {
  if (condition.is === 'some') return recordVariablesIn(condition.part)
  if (condition.is !== 'comparison') return []
  return condition.operands.filter(isRecordVariable).map(({ field }) => field.name)
}
