import { describe, expect, it } from 'vitest'
import { Failure } from '../failure/failure.ts'
import { tryParseCall } from '../call/parseCall.ts'
import { operations } from './table.ts'

const limits = { maxLimit: 1_000, signingKey: Buffer.alloc(32) }
const body = (sent: object) => ({ body: Buffer.from(JSON.stringify(sent)) })

function messageOf(name: string, sent: { query?: string; body?: Uint8Array }): string {
  const operation = operations.find((one) => one.name === name)
  if (!operation) throw new TypeError(`There is no operation ${name}.`)
  const request = { operation: name, requestId: 'r', address: '127.0.0.1', query: '', id: '1', ...sent }
  const answer = tryParseCall(operation, request, limits)
  if (!(answer instanceof Failure)) throw new TypeError(`${name} takes what it does not know.`)
  return JSON.stringify([answer.message, answer.details])
}

describe('what a row of the table takes is what its parser takes', () => {
  it.each(operations.filter(({ takes }) => !takes.isOpen))('$name lists its parameters', ({ name, takes }) => {
    const { names } = takes.query
    const listed = names.length === 0 ? 'This path has no parameters.' : `This path has ${names.join(', ')}.`
    expect(messageOf(name, { query: 'zzz=1' })).toContain(listed)
  })

  const withBody = operations.filter(({ takes }) => takes.members.keys.length > 0)
  it.each(withBody.filter(({ takes }) => !takes.isInData))('$name lists the members of its body', ({ name, takes }) => {
    expect(messageOf(name, body({ zzz: 1, [takes.members.names[0] ?? '']: {} }))).toContain(
      takes.members.names.join(', '),
    )
  })
})
