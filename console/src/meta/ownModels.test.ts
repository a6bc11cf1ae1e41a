import { expect, it } from 'vitest'
import { accessModels as ofService } from '../../../server/src/model/builtIn/names.ts'
import { accessModels } from './ownModels.ts'

it('the trail of rights asks for all models that the service keeps it of', () => {
  expect([...accessModels]).toEqual(ofService)
})
