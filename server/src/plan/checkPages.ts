import { parseCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure/failure.ts'
import type { Mistake } from '../model/checkModels.ts'
import type { LoadedMigration } from '../model/migrationMark.ts'
import type { Models } from '../model/Models.ts'
import { parseSelection } from './parseSelection.ts'

/** Returns the mistakes in what data migrations read: their criteria and fields, which are those of a search. */
export function checkPages(loaded: readonly LoadedMigration[], models: Models): Mistake[] {
  return loaded.flatMap(({ file, declaration }) => {
    const { name, on, where, fields } = declaration as {
      readonly name: string
      readonly on: { readonly name: string }
      readonly where?: object
      readonly fields?: readonly string[]
    }
    const model = models.get(on.name)
    const messages = [
      ...findFault('where', () => parseCondition(where, model, models)),
      ...findFault('fields', () => parseSelection(fields ?? [], model, models)),
    ]
    return messages.map((message) => ({ file, model: `migration ${name}`, message }))
  })
}

function findFault(member: string, parse: () => unknown): string[] {
  try {
    parse()
    return []
  } catch (error) {
    if (error instanceof Failure) return [`${member}: ${error.message}`]
    throw error
  }
}
