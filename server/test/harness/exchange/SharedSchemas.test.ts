import { describe, expect, it } from 'vitest'
import { SharedSchemas } from './SharedSchemas.ts'

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object) => ({ type: 'object', properties })
/** A note refers to its author, and the author to a note. */
const schemas = (name: object) => ({
  Note: object({ author: to('Author') }),
  Author: object({ name, last: to('Note') }),
  Other: { type: 'boolean' },
})
const text = { type: 'string' }
const list = { type: 'array', items: to('Note') }

describe('schemas that documents share', () => {
  it('are compiled once if all that they lead to is equal', () => {
    const one = new SharedSchemas(schemas(text)).compile(list)
    const same = new SharedSchemas({ ...schemas(text), Other: { type: 'number' } }).compile(list)
    expect(same).toBe(one)
  })

  it('are another each if something differs that they lead to', () => {
    const value = [{ author: { last: { author: { name: 'Ada' } } } }]
    expect(new SharedSchemas(schemas(text)).compile(list)(value)).toBe(true)
    expect(new SharedSchemas(schemas({ type: 'integer' })).compile(list)(value)).toBe(false)
    expect(new SharedSchemas(schemas(text)).compile(list)(value)).toBe(true)
  })

  it('must be in the document', () => {
    expect(() => new SharedSchemas({}).compile(list)).toThrow('The document has no schema Note.')
  })
})
