import type { Condition } from '../criteria/Condition.ts'
import { parseRuleCondition } from '../criteria/parseCondition.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Allowance } from '../permission/Allowance.ts'
import type { Rights } from '../permission/Rights.ts'
import type { Action, Rule } from '../permission/Rule.ts'
import { isPossibleId } from '../plan/possibleId.ts'
import type { Database } from '../postgres/Database.ts'
import { explainStatement } from '../statement/explain.ts'

/** The user whose rights are explained. */
export interface Subject {
  readonly userId: number
  readonly username: string
  readonly rights: Rights
  readonly isDisabled: boolean
  /** Whether it is asked with an API key that writes nothing. */
  readonly isReading: boolean
  /** An administrator asks: the explanation may contain what the user may not read. */
  readonly showsAll: boolean
}

/** Which rules a record meets. */
export interface RecordCheck {
  readonly exists: boolean
  readonly isVisible: boolean
  /** Whether the record meets the condition of each rule that allows the action. */
  readonly met: ReadonlyMap<Rule, boolean>
  /** By rule: each of its criteria, and whether the record meets it; null if that is unknown. */
  readonly clauses: ReadonlyMap<Rule, { readonly criterion: unknown; readonly met: boolean | null }[]>
}

/** Checks which of the rules that allow an action a record meets. */
export async function checkRecord(
  id: number,
  model: Model,
  action: Action,
  { userId, rights, showsAll }: Subject,
  { database, models }: { readonly database: Database; readonly models: Models },
): Promise<RecordCheck> {
  if (!isPossibleId(id)) return { exists: false, isVisible: false, met: new Map(), clauses: new Map() }
  const allowances = rights.of(model, action)
  const clauses = showsAll ? allowances.flatMap((allowance) => clausesOf(allowance, model, models)) : []
  const conditions = [...allowances.map(({ condition }) => condition), ...clauses.map(({ condition }) => condition)]
  const scope = { visibility: rights.visibility, models, viewer: userId }
  const [row] = await database.run(explainStatement(model, id, conditions, scope), 'read')
  const letters = Array.from(row?.[1] ?? '')
  const checked = clauses.map((clause, index) => ({ ...clause, met: toMet(letters[allowances.length + index]) }))
  return {
    exists: row !== undefined,
    isVisible: row?.[0] === 't',
    met: new Map(row ? allowances.map(({ rule }, index) => [rule, letters[index] === 't']) : []),
    clauses: Map.groupBy(checked, ({ rule }) => rule),
  }
}

function toMet(letter: string | undefined): boolean | null {
  return letter === undefined || letter === 'n' ? null : letter === 't'
}

interface Clause {
  readonly rule: Rule
  readonly criterion: unknown
  readonly condition: Condition
}

/** Returns the criteria of a rule one by one, so that the explanation can show the result of each. */
function clausesOf({ rule }: Allowance, model: Model, models: Models): Clause[] {
  return leavesOf(rule.condition).map((criterion) => ({
    rule,
    criterion,
    condition: parseRuleCondition(criterion, model, models),
  }))
}

/** Returns the single comparisons of criteria, without their groups. */
export function leavesOf(criteria: unknown): object[] {
  if (typeof criteria !== 'object' || criteria === null) return []
  if ('criteria' in criteria && Array.isArray(criteria.criteria)) return criteria.criteria.flatMap(leavesOf)
  return 'fieldName' in criteria ? [criteria] : []
}
