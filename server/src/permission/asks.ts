import { type Condition, isVariable } from '../criteria/Condition.ts'

/** Whether what a condition means depends on who looks. */
export function asksForUser(condition: Condition): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(asksForUser)
    case 'not':
    case 'some':
      return asksForUser(condition.part)
    case 'comparison':
      return condition.operands.some((operand) => isVariable(operand) && operand.variable === 'user')
    case 'held':
      return true
  }
}

/** Whether a condition looks at other records than the one that it is about. */
export function asksFurther(condition: Condition): boolean {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.some(asksFurther)
    case 'not':
      return asksFurther(condition.part)
    case 'some':
    case 'held':
      return true
    case 'comparison':
      return condition.path.steps.length > 0
  }
}

/** The names of the record's own fields and relations that a condition begins with. */
export function namesAsked(condition: Condition): string[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.flatMap(namesAsked)
    case 'not':
      return namesAsked(condition.part)
    case 'some':
      return [(condition.steps[0] ?? condition.relation).name]
    case 'comparison':
      return [(condition.path.steps[0] ?? condition.path.field).name]
    case 'held':
      return []
  }
}
