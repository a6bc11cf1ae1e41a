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

/** Whose rights are explained. An administrator is told everything, others nothing that they may not see. */
export interface Subject {
  readonly userId: number
  readonly username: string
  readonly rights: Rights
  readonly isDisabled: boolean
  readonly isOpen: boolean
}

/** What a record itself says. */
export interface Found {
  readonly isThere: boolean
  readonly isSeen: boolean
  /** By allowance. */
  readonly met: ReadonlyMap<Rule, boolean>
  /** By rule: each of its criteria and whether the record meets it; null where that is not known. */
  readonly clauses: ReadonlyMap<Rule, { readonly criterion: unknown; readonly met: boolean | null }[]>
}

/** Asks the record which of the rules that allow an action it meets. */
export async function lookAt(
  id: number,
  model: Model,
  action: Action,
  { userId, rights, isOpen }: Subject,
  { database, models }: { readonly database: Database; readonly models: Models },
): Promise<Found> {
  if (!isPossibleId(id)) return { isThere: false, isSeen: false, met: new Map(), clauses: new Map() }
  const allowances = rights.of(model, action)
  const clauses = isOpen ? allowances.flatMap((allowance) => clausesOf(allowance, model, models)) : []
  const conditions = [...allowances.map(({ condition }) => condition), ...clauses.map(({ condition }) => condition)]
  const scope = { visibility: rights.visibility, models, viewer: userId }
  const [row] = await database.run(explainStatement(model, id, conditions, scope), 'read')
  const letters = Array.from(row?.[1] ?? '')
  const verdicts = clauses.map((clause, index) => ({ ...clause, met: toMet(letters[allowances.length + index]) }))
  return {
    isThere: row !== undefined,
    isSeen: row?.[0] === 't',
    met: new Map(row ? allowances.map(({ rule }, index) => [rule, letters[index] === 't']) : []),
    clauses: Map.groupBy(verdicts, ({ rule }) => rule),
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

/** The criteria of a rule one by one, so that it can be told which of them decided. */
function clausesOf({ rule }: Allowance, model: Model, models: Models): Clause[] {
  return leavesOf(rule.condition).map((criterion) => ({
    rule,
    criterion,
    condition: parseRuleCondition(criterion, model, models),
  }))
}

/** The single comparisons of criteria, out of all groups. */
export function leavesOf(criteria: unknown): object[] {
  if (typeof criteria !== 'object' || criteria === null) return []
  if ('criteria' in criteria && Array.isArray(criteria.criteria)) return criteria.criteria.flatMap(leavesOf)
  return 'fieldName' in criteria ? [criteria] : []
}
