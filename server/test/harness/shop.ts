import { model } from '../../src/model/declare.ts'
import { text } from '../../src/model/field/text.ts'
import type { Models } from '../../src/model/Models.ts'
import { toModels } from './everyType.ts'

/** The fields of a declaration. */
export type Fields = Parameters<typeof model>[0]['fields']

/** Models that items refer to. */
export const Box = model({ name: 'shop.Box', title: 'code', fields: { code: text() } })
export const Shelf = model({ name: 'shop.Shelf', title: 'code', fields: { code: text() } })

/** A small shop whose items have a name and the given fields. */
export function shop(fields: Fields): Models {
  return toModels([Box, Shelf, model({ name: 'shop.Item', title: 'name', fields: { name: text(), ...fields } })])
}

/** A field of a model with nothing but it. */
export function toField(declaration: Fields[string]) {
  const models = shop({ value: declaration })
  const model = models.get('shop.Item')
  const field = model.fields.find(({ name }) => name === 'value')
  if (!field) throw new Error('The model has no field.')
  return { field, model, models }
}
