import { fieldsOf } from '../expression/ExpressionTree.ts'
import type { Mistake } from '../model/checkModels.ts'
import { expressionDefaults } from '../model/expressionDefaults.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import { RoleRights } from './RoleRights.ts'

/**
 * Returns the defaults that take a value which a role may not read, though it creates the records: defaults are
 * computed with all rights, and the record shows the value to whoever reads its field.
 */
export function noteDefaults(roles: readonly DeclaredRole[], models: Models): Mistake[] {
  const rights = new RoleRights(roles, models)
  return roles.flatMap(({ file, name }) => {
    const role = rights.get(name)
    const created = models.all.filter((model) => role.of(model, 'create').length > 0)
    const seen = role.visibility.models
    return created.flatMap((model) =>
      takenFields(model, models)
        .filter(({ path }) => !isRead(path, model, seen))
        .map(({ field, path }) => ({
          file,
          model: model.name,
          field,
          message: `${field} takes ${path}, which role ${name} may not read`,
        })),
    )
  })
}

/** The fields of other records that the defaults of a model take. */
function takenFields(model: Model, models: Models): { readonly field: string; readonly path: string }[] {
  const defaults = expressionDefaults(model, models).flat()
  return defaults.flatMap(({ field, tree }) =>
    fieldsOf(tree)
      .filter((path) => path.includes('.'))
      .map((path) => ({ field: field.name, path })),
  )
}

/** Whether a role sees every step of a dotted name, in some records at least. */
function isRead(path: string, model: Model, seen: Models): boolean {
  let owner = seen.find(model.name)
  for (const part of path.split('.')) {
    const field = owner?.fields.find(({ name }) => name === part)
    if (!field) return false
    owner = field.type === 'reference' ? seen.find(field.target) : undefined
  }
  return true
}
