import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { Failure } from '../failure/failure.ts'

describe('Models', () => {
  it('gives the model that a client names', () => {
    expect(everyType.require('org.example.archive.Item').label).toBe('Item')
  })

  it.each([
    ['org.example.archive.item', 'Did you mean "org.example.archive.Item"?'],
    ['__proto__', 'There is no such model here. A model'],
    ['constructor', 'There is no such model here. A model'],
    ['', 'There is no such model here. A model'],
    ['x'.repeat(5_000), 'There is no such model here. A model'],
  ])('does not know %j and says so', (name, message) => {
    const require = () => everyType.require(name)
    expect(require).toThrow(Failure)
    expect(require).toThrow(message)
  })

  it('knows who refers to a model, itself included', () => {
    expect(referrers('org.example.archive.Shelf')).toEqual(['org.example.archive.Item.shelf'])
    expect(referrers('org.example.archive.Item')).toEqual(['org.example.archive.Item.parent'])
  })
})

function referrers(name: string): string[] {
  return everyType.referrersOf(everyType.get(name)).map(({ model, field }) => `${model.name}.${field.name}`)
}
