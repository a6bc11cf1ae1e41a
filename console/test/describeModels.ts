import { describeModels as describeToCaller } from '../../server/src/operations/describeModels.ts'
import { builtInModels } from '../../server/src/model/builtIn/builtInModels.ts'
import type { FieldDeclarations, ModelDeclaration } from '../../server/src/model/declare.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { Models } from '../../server/src/model/Models.ts'
import { toModel } from '../../server/src/model/toModel.ts'
import { Rights } from '../../server/src/permission/Rights.ts'
import type { FieldMeta, ModelMeta, TypeTraits } from '../src/meta/ModelMeta.ts'
import { withLines } from '../src/meta/lines.ts'
import { withTraits } from '../src/meta/withTraits.ts'

/** The metadata of declared models as the service answers it to an administrator, so that no test has a copy of it. */
export function describeModels(...declarations: readonly ModelDeclaration[]): readonly ModelMeta[] {
  const models = new Models([...declarations.map((declaration) => toModel(declaration)), ...builtInModels()])
  const services = { declaredRoles: [], logic: noLogic }
  const { text } = describeToCaller(true, { rights: new Rights('', [], true, models) }, services)
  const { data, types } = JSON.parse(text) as {
    data: ModelMeta[]
    types: Record<string, TypeTraits>
  }
  return withLines(withTraits(data, types))
}

/** The metadata of one declared model, whose relations and references lead to none that was declared. */
export function describeModel(declaration: ModelDeclaration): ModelMeta {
  const found = describeModels(declaration).find(({ name }) => name === declaration.name)
  if (!found) throw new Error(`${declaration.name} is not described.`)
  return found
}

/** The metadata of one declared field. */
export function describeField(fields: FieldDeclarations): FieldMeta {
  const [field] = describeModel({ name: 'test.Thing', title: 'id', fields }).fields
  if (!field) throw new Error('No field is declared.')
  return field
}
