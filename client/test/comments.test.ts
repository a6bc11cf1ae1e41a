import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { comments, model, text } from '../../server/src/index.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { admin } from '../../server/test/harness/client.ts'
import { toModels } from '../../server/test/harness/everyType.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { createComment, deleteComment, listComments, updateComment } from '../src/comments.ts'
import { type Client, ConflictError, createClient } from '../src/index.ts'

const Thing = model({ name: 'desk.Thing', title: 'name', fields: { name: text(), comments: comments() } })
type Desk = { Thing: typeof Thing }
const stage = useLogic({ models: toModels([Thing]), roles: [], logic: noLogic }, { work: 'false' })
let client: Client<Desk>

beforeAll(async () => {
  client = createClient<Desk>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

describe('comments by the client', () => {
  it('are written, listed page by page, changed and deleted', async () => {
    const thing = await client.records('desk.Thing').create({ name: 'Camera' })
    const first = await createComment(client, 'desk.Thing', thing, { body: `Look, @${admin.username}`, about: 'name' })
    expect(first).toMatchObject({ version: 0, about: 'name', mentions: [{ username: admin.username }] })
    const options = { idempotencyKey: 'second' }
    const second = await createComment(client, 'desk.Thing', thing.id, { body: 'Second' }, options)
    expect(await createComment(client, 'desk.Thing', thing.id, { body: 'Second' }, options)).toEqual(second)
    const page = await listComments(client, 'desk.Thing', thing, { limit: 1 })
    expect([page.total, page.comments.map(({ body }) => body)]).toEqual([2, ['Second']])
    const { comments: others, next } = await listComments(client, 'desk.Thing', thing, { after: page.next ?? '' })
    expect([others.map(({ id }) => id), next]).toEqual([[first.id], undefined])
    const changed = await updateComment(client, 'desk.Thing', thing, second, { body: 'Changed' })
    expect(changed).toMatchObject({ id: second.id, version: 1, body: 'Changed' })
    await expect(updateComment(client, 'desk.Thing', thing, second, { body: 'x' })).rejects.toThrow(ConflictError)
    await deleteComment(client, 'desk.Thing', thing, changed)
    expect((await listComments(client, 'desk.Thing', thing)).total).toBe(1)
  })

  it('are shown with their record, with their types, and are not sent with it', async () => {
    const { id } = await client.records('desk.Thing').create({ name: 'Tripod' })
    await createComment(client, 'desk.Thing', id, { body: 'Heavy' })
    const thing = await client.records('desk.Thing').read(id, { fields: ['comments.body', 'comments.about'] })
    expectTypeOf(thing.comments).toEqualTypeOf<{ id: number; version: number; body: string; about: string | null }[]>()
    expect(thing.comments).toMatchObject([{ body: 'Heavy', about: null }])
    // @ts-expect-error: comments are written by themselves
    await expect(client.records('desk.Thing').create({ comments: [] })).rejects.toMatchObject({
      data: { code: 'invalid-record' },
    })
  })
})
