import * as fc from 'fast-check'
import { Document } from '../../../src/openapi/Document.ts'
import { operations } from '../../../src/operations/table.ts'
import { loadDeclarations } from '../../../src/model/loadModels.ts'
import type { Models } from '../../../src/model/Models.ts'
import { Rights } from '../../../src/permission/Rights.ts'
import type { Rule } from '../../../src/permission/Rule.ts'
import type { PlainRule } from '../PlainRights.ts'
import { randomOwnedModels } from '../randomModels.ts'
import { randomRule } from '../randomRules.ts'

/** Somebody with rights over models. */
export interface Reader {
  readonly name: string
  readonly models: Models
  readonly rules: readonly Rule[]
  readonly isAdmin: boolean
}

const limits = { maxLimit: 1_000, maxBulk: 1_000 }
const options = { version: '0.0.0', cookie: 'session', isSecure: false, limits, operations }

/** The document of somebody, as text. */
export function documentOf({ name, models, rules, isAdmin }: Reader): string {
  return new Document(new Rights(name, rules, isAdmin, models), options).toText().text
}

/** The administrator of an example, and one user for each of its roles. */
export async function exampleReaders(folder: string): Promise<Reader[]> {
  const { models, roles } = await loadDeclarations(folder)
  return [
    { name: `administrator of ${folder}`, models, rules: [], isAdmin: true },
    ...roles.map(({ name, rules }) => ({
      name: `${name} of ${folder}`,
      models,
      isAdmin: false,
      rules: rules.map((rule) => ({ ...rule, id: null, role: name })),
    })),
  ]
}

/** Somebody with random rules over random models. */
export const randomReader: fc.Arbitrary<Reader> = randomOwnedModels.chain((models) =>
  fc.array(randomRule(models, 4), { minLength: 1, maxLength: 5 }).map((rules) => ({
    name: 'somebody',
    models,
    isAdmin: false,
    rules: rules.map(toRule),
  })),
)

function toRule({ read = false, create = false, update = false, delete: remove = false, ...rule }: PlainRule): Rule {
  return { ...rule, id: null, role: 'role', read, create, update, delete: remove }
}
