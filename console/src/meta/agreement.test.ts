import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Field } from '../../../server/src/model/field/Field.ts'
import { fieldTypes } from '../../../server/src/model/field/fieldTypes.ts'
import type { Model } from '../../../server/src/model/Model.ts'
import type { Relation } from '../../../server/src/model/relation/Relation.ts'
import { kinds } from '../field/kinds.ts'
import type { FieldMeta, ModelMeta } from './ModelMeta.ts'

/** The members of the service's type that the console's type has, too. */
type Shared<Of, As> = Of extends unknown ? Pick<Of, keyof Of & keyof As> : never

describe('the console reads metadata as the service describes it', () => {
  it('of models, fields and relations', () => {
    type KnownModel = Omit<ModelMeta, 'fields'>
    expectTypeOf<Shared<Model, KnownModel>>().toExtend<Partial<KnownModel>>()
    // The service checks a default when it loads models, and has no type for it.
    type KnownField = Omit<FieldMeta, 'default'>
    expectTypeOf<Shared<Field | Relation, KnownField>>().toExtend<Partial<KnownField>>()
    expect(Object.keys(kinds).sort()).toEqual([...Object.keys(fieldTypes), 'collection', 'links'].sort())
  })
})
