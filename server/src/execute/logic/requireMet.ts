import type { Action } from '../../logic/Logic.ts'
import { refuse } from '../../logic/refuse.ts'
import { subjectOf } from '../../logic/subjectOf.ts'
import type { Models } from '../../model/Models.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { FormValues } from '../../plan/parseForm.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import { metStatement } from '../../statement/logic/met.ts'
import { RecordsChanged } from './errors.ts'
import type { UsedRecords } from './UsedRecords.ts'

/** What an action is asked in. */
interface Asked {
  readonly transaction: Transaction
  readonly used: UsedRecords
  readonly authorization: Authorization
  readonly models: Models
}

/**
 * Refuses an action whose `when` a record of the input does not meet. The versions are noted as read, so the condition
 * holds until the commit. What is not there, or not seen, is left to the code.
 */
export async function requireMet(action: Action, input: FormValues, asked: Asked): Promise<void> {
  const { on, when } = action
  const subject = subjectOf(action)
  if (on === undefined || when === undefined || subject === undefined) return
  const { transaction, used, models } = asked
  const model = models.get(on)
  const given = input[subject]
  const ids = [given].flat().flatMap((one) => (isRecord(one) ? [one.id] : []))
  if (ids.length === 0) return
  const rows = await transaction.run(metStatement(when.holds, model, ids, asked))
  for (const [id, version] of rows)
    if (!used.noteRead(model, Number(id), Number(version)))
      throw new RecordsChanged('A record has changed while the action began.')
  const unmet = new Set(rows.flatMap(([id, , isMet]) => (isMet === 't' ? [] : [Number(id)])))
  if (unmet.size === 0) return
  // Of several records, the errors say which.
  const places = Array.isArray(given) ? ids.flatMap((id, index) => (unmet.has(id) ? [`${subject}.${index}`] : [])) : []
  throw refuse('not-now', when.message, Object.fromEntries(places.map((place) => [place, when.message])))
}

function isRecord(value: unknown): value is { readonly id: number } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
}
