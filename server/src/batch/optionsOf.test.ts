import { expect, it } from 'vitest'
import { library } from '../../test/harness/library.ts'
import { credential } from '../../test/harness/authorizations.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import { optionsOf } from './optionsOf.ts'

const service = serviceAuthorization(library)
const of = (generation: number) => ({ ...service, userId: 1, credential: { ...credential, generation } })

it('is sent only in the generation of the oldest credential', () => {
  expect(optionsOf([of(2)])).toMatchObject({ generation: 2 })
  expect(optionsOf([of(3), service, of(2), of(3)])).toMatchObject({ generation: 2 })
})

it('may be sent in any generation if only the service itself acts', () => {
  expect(optionsOf([service, undefined])).not.toHaveProperty('generation')
})
