import { expect } from 'vitest'
import type { Client } from './client.ts'
import { compareSearch } from './compareSearch.ts'
import type { Criterion } from './evaluate.ts'
import type { Memory } from './Memory.ts'
import type { Asked } from './randomSearch.ts'

/**
 * A search by a user who may not know all names in it: then it is refused as if they did not exist; otherwise it is
 * answered.
 */
export async function compareForeign(client: Client, asked: Asked, mine: Memory): Promise<void> {
  const model = mine.models.find(asked.model.name)
  if (!model) return
  const { fields = model.list, sortBy = [], data } = asked.body
  const names = [...fields, ...sortBy.map((key) => key.replace(/^-/, '')), ...(data ? namesIn(data) : [])]
  if (names.every((name) => isKnown(name, model.name, mine))) {
    await compareSearch(client, { ...asked, model, way: 'search', words: [] }, mine)
    return
  }
  const reply = await client.exchange('POST', `/ws/rest/${model.name}/search`, { body: asked.body })
  expect([reply.status, reply.json?.data], JSON.stringify(asked.body)).toEqual([
    400,
    expect.objectContaining({ code: 'invalid-parameter' }),
  ])
}

function namesIn(criterion: Criterion): string[] {
  if ('criteria' in criterion) return criterion.criteria.flatMap(namesIn)
  return 'fieldName' in criterion ? [criterion.fieldName] : []
}

function isKnown(name: string, model: string, mine: Memory): boolean {
  try {
    return mine.partsOf(name, mine.models.get(model)).length > 0
  } catch {
    return false
  }
}
