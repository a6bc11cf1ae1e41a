import { beforeAll, expect, expectTypeOf, it } from 'vitest'
import { model, text } from '../../server/src/index.ts'
import { noLogic } from '../../server/src/logic/Logic.ts'
import { admin } from '../../server/test/harness/client.ts'
import { toModels } from '../../server/test/harness/everyType.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { type Client, ConflictError, createClient } from '../src/index.ts'

const Thing = model({ name: 'desk.Thing', title: 'name', archive: true, fields: { name: text() } })
type Desk = { Thing: typeof Thing }
const stage = useLogic({ models: toModels([Thing]), roles: [], logic: noLogic }, { work: 'false' })
let client: Client<Desk>

beforeAll(async () => {
  client = createClient<Desk>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

it('archives records, finds them if asked, and takes them out again', async () => {
  const things = client.records('desk.Thing')
  const [one, two, three] = [
    await things.create({ name: 'one' }),
    await things.create({ name: 'two' }),
    await things.create({ name: 'three' }),
  ]
  const gone = await things.archive(one)
  expectTypeOf(gone.archivedOn).toEqualTypeOf<string | null>()
  expect(gone).toMatchObject({ version: 1, archivedBy: { username: admin.username } })
  await expect(things.archive(one)).rejects.toThrow(ConflictError)
  const named = await things.archiveAll([two, three], { fields: ['archivedBy.username'] })
  expect(named.map(({ archivedBy }) => archivedBy?.username)).toEqual([admin.username, admin.username])
  const total = async (archived?: true | 'only') => (await things.find(archived ? { archived } : {})).total
  expect([await total(), await total(true), await total('only')]).toEqual([0, 3, 3])
  expect((await things.aggregate({ archived: true, count: true })).groups).toMatchObject([{ count: 3 }])
  const byTime = await things.find({ where: { archivedOn: { notNull: true } }, sortBy: ['-archivedOn'] })
  expect(byTime.total).toBe(3)
  expect(await things.unarchive(gone, { dryRun: true })).toMatchObject({ archivedOn: null })
  expect(await things.unarchive(gone)).toMatchObject({ version: 2, archivedOn: null, archivedBy: null })
  const names: (string | null)[] = []
  for await (const { name } of things.each({ fields: ['name'] })) names.push(name)
  expect(names).toEqual(['one'])
})
