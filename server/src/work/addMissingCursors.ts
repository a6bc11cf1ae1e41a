import { serviceAuthorization } from '../permission/Authorization.ts'
import { addCursorStatement, missingCursorsStatement } from '../statement/service/cursors.ts'
import type { ReactionsOptions } from './Reactions.ts'

/** Adds the cursors of new reactions, which begin now or with the oldest change that is kept. */
export async function addMissingCursors({ reactions, services }: ReactionsOptions): Promise<void> {
  const names = [...reactions.keys()]
  const missing = new Set((await services.database.run(missingCursorsStatement(names), 'read')).map(([name]) => name))
  if (missing.size === 0) return
  const authorization = serviceAuthorization(services.models)
  const { next } = await services.run.changes({ models: [], authorization, after: 'now', limit: 1 })
  for (const { name, from } of reactions.values())
    if (missing.has(name)) {
      const at = from === 'start' ? { position: 0, digest: '' } : next
      await services.database.run(addCursorStatement({ name, at }), 'write')
    }
}
