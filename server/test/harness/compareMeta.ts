import { expect } from 'vitest'
import { userModel } from '../../src/model/builtIn/names.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Client } from './client.ts'
import type { PlainRights } from './PlainRights.ts'

const actions = ['read', 'create', 'update', 'delete'] as const

/** The metadata shows the models and fields that the user has rights for, and no others. */
export async function compareMeta(client: Client, rights: PlainRights): Promise<void> {
  const { all } = rights.memory.models
  const known = all.filter(({ name }) => rights.knows(name))
  const listed = await client.exchange('GET', '/ws/meta/models')
  const names = (listed.json?.data as Model[]).map(({ name }) => name)
  expect(names.filter((name) => name === userModel || !name.startsWith('tabularium.'))).toEqual(
    known.map(({ name }) => name),
  )
  for (const model of known.filter(({ name }) => name !== userModel)) {
    const reply = await client.exchange('GET', `/ws/meta/fields/${model.name}`)
    const [{ fields, may }] = reply.json?.data as [{ fields: { name: string }[]; may: string[] }]
    expect(
      fields.map(({ name }) => name),
      model.name,
    ).toEqual(rights.writableNames(model))
    expect(may, model.name).toEqual(actions.filter((action) => rights.of(model.name, action).length > 0))
  }
}

/** A model without any rights is unknown; one that may not be listed is refused. */
export async function compareRefusals(client: Client, rights: PlainRights, { name }: Model): Promise<void> {
  const reply = await client.find(name, '?limit=1')
  if (!rights.knows(name)) expect([reply.status, codeOf(reply)]).toEqual([404, 'unknown-model'])
  else if (!rights.lists(name)) expect([reply.status, codeOf(reply)]).toEqual([403, 'not-permitted'])
  else expect(reply.status).toBe(200)
}

function codeOf({ json }: Awaited<ReturnType<Client['find']>>): unknown {
  const data: unknown = json?.data
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined
}
