import { expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Contact, Tag } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

it('links that others added to records that one does not see do not keep a merge from succeeding', async () => {
  const condition = { fieldName: 'name', operator: 'like', value: 'open%' }
  const role = await makeRole(stage.client, 'sees-open-tags', [
    { model: Contact, ...allActions },
    { model: Tag, read: true, condition },
  ])
  const { id: userId } = await makeUser(stage.client, 'ona', [role])
  const user = await clientOf(stage.service, stage.database, userId)
  const newTag = async (name: string) => ({ id: recordOf(await stage.client.create(Tag, { name })).id })
  const [first, second, hidden] = [await newTag('open one'), await newTag('open two'), await newTag('closed')]
  const sent = { firstName: 'Ada', lastName: 'Lovelace', tags: [first] }
  const { id } = recordOf(await stage.client.create(Contact, sent))
  await stage.client.update(Contact, id, { version: 0, tags: [first, hidden] })
  const merged = await user.exchange('POST', `/ws/rest/${Contact}/${id}?onConflict=merge`, {
    body: { data: { version: 0, tags: [first, second] } },
  })
  expect(merged.status).toBe(200)
  const shown = recordOf(await stage.client.exchange('GET', `/ws/rest/${Contact}/${id}?fields=tags.name`))
  expect(shown).toMatchObject({ tags: [first, second, hidden] })
  user.close()
})
