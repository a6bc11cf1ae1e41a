import { expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

// Nothing moves the mark by itself before this test has ended.
const stage = useService({ releaseInterval: '1m' })

interface Page {
  readonly data: readonly { readonly id: number }[]
  readonly next: string
}

async function page(after?: string): Promise<Page> {
  const from = after === undefined ? '' : `&after=${after}`
  const reply = await stage.client.exchange('GET', `/ws/changes?models=${Contact}${from}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as unknown as Page
}

const create = async (lastName: string) => recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName }))

it('the changes begin behind all writes that were answered before', async () => {
  await create('Before')
  const { next } = await page()
  const after = await create('After')
  await page()
  expect((await page(next)).data.map(({ id }) => id)).toEqual([after.id])
})
