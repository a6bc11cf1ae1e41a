import { expect, it } from 'vitest'
import { createService } from './createService.ts'

/** A service that answers every request with one record, and what it was asked. */
function listen() {
  const asked: string[] = []
  const send: typeof fetch = async (input, init) => {
    asked.push(`${init?.method} ${decodeURIComponent(typeof input === 'string' ? input : '')}`)
    return Response.json({ status: 0, data: [{ id: 1, version: 1 }] })
  }
  return { asked, service: createService(send) }
}

it('a write answers the fields that the form shows, among them links', async () => {
  const { asked, service } = listen()
  const options = { key: 'k', fields: ['name', 'tags'] }
  await service.create('a.Person', { name: 'Ada' }, options)
  await service.update('a.Person', 1, { version: 0, name: 'Ada' }, options)
  await service.update('a.Person', 1, { version: 0, name: 'Ada' }, { key: 'k' })
  expect(asked).toEqual([
    'PUT /ws/rest/a.Person?fields=name,tags',
    'POST /ws/rest/a.Person/1?onConflict=merge&fields=name,tags',
    'POST /ws/rest/a.Person/1?onConflict=merge',
  ])
})

it('a change is tried as it would be saved: what does not clash is merged', async () => {
  const { asked, service } = listen()
  await service.tryUpdate('a.Person', 1, { version: 0, tags: [] })
  expect(asked).toEqual(['POST /ws/rest/a.Person/1?onConflict=merge&dryRun=true'])
})
