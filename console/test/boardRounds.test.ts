import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { admin, Client, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { runTabularium } from '../../server/test/harness/commandLine.ts'
import { pick, randomFrom } from '../../server/test/harness/random.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { BoardPage, folder, Task } from './BoardPage.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const stages = ['idea', 'plan', 'sold'] as const
const ways = ['plain', 'clash', 'merge', 'lost', 'unsent'] as const

interface Row {
  readonly id: number
  readonly author: string
  readonly to: string
}

/** Who moved which task where, one after the other, as the journal says. */
async function journal(): Promise<Row[]> {
  return stage.database.query<Row & Record<string, unknown>>(
    `select record::int as id, username as author, changes -> 'stage' ->> 1 as to
       from tabularium.journal
       join tabularium.models on models.number = journal.model
       join record.tabularium_user on tabularium_user.id = journal.author
      where models.name = $1 and operation = 'u' and changes -> 'stage' is not null
      order by journal.record, journal.version`,
    [Task],
  )
}

const tasks = async () =>
  recordsOf(await stage.client.find(Task, '?limit=100&fields=name,stage')).map(({ id, version, name, stage: at }) => ({
    id,
    version,
    name: String(name),
    stage: String(at),
  }))

it('what was dropped under conflict, refusal and lost answers is what the journal has', {
  timeout: 3_600_000,
}, async () => {
  const random = randomFrom(Number(process.env['TABULARIUM_TEST_SEED'] ?? 7))
  await runTabularium(
    ['user', 'add', 'bob', '--admin', '--password-stdin'],
    { DATABASE_URL: stage.database.url },
    admin.password,
  )
  const bob = new Client(stage.service.url)
  await bob.login({ ...admin, username: 'bob' })
  for (let n = 0; n < 6; n++)
    await stage.client.create(Task, { name: `Task ${n}`, stage: 'idea', ...(n % 2 ? { dueOn: '2027-01-01' } : {}) })
  const board = new BoardPage(await visit(undefined, /net::ERR_/))
  const { visitor } = board
  const told = { moved: 0, refused: 0 }
  let onDrop: (route: Route) => Promise<void> = (route) => route.continue()
  await board.open('stage')
  await visitor.route(`**/${Task}/*?*`, (route) =>
    route.request().method() === 'POST' ? onDrop(route) : route.continue(),
  )
  const expected: Row[] = []
  for (let round = 0; round < sizeOf({ inCi: 10, long: 100 }); round++) {
    const task = pick(random, await tasks())
    const target = pick(
      random,
      stages.filter((each) => each !== task.stage),
    )
    const way = pick(random, ways)
    let moved = ''
    let left = 1 + Math.floor(random() * 4)
    const others = stages.filter((each) => each !== task.stage && each !== 'sold')
    onDrop = async (route) => {
      const isFirst = left > 0
      left -= 1
      if (!isFirst) return route.continue()
      if (way === 'unsent') return route.abort()
      if (way === 'lost') {
        await route.fetch()
        return route.abort()
      }
      left = 0
      const now = recordOf(await bob.read(Task, task.id))
      const to = pick(random, others)
      if (way === 'clash') {
        moved = to
        recordOf(await bob.update(Task, task.id, { version: now.version, stage: to }))
        expected.push({ id: task.id, author: 'bob', to })
      }
      if (way === 'merge') recordOf(await bob.update(Task, task.id, { version: now.version, cost: String(round) }))
      return route.continue()
    }
    await board.take(task.name)
    const steps = stages.indexOf(target) - stages.indexOf(task.stage as (typeof stages)[number])
    const key = steps > 0 ? 'ArrowRight' : 'ArrowLeft'
    await board.press(...Array.from({ length: Math.abs(steps) }, () => key), 'Space')
    const note = visitor.page.locator('.board-note')
    const toast = board.toast(`${task.name}: `)
    await note.or(toast).first().waitFor({ timeout: 60_000 })
    await visitor.quiet()
    const isRefused = (await note.count()) > 0
    told[isRefused ? 'refused' : 'moved'] += 1
    if (isRefused) await note.getByRole('button', { name: 'Clear' }).click()
    else {
      // A move to where somebody else has just moved it is no change.
      if (moved !== target) expected.push({ id: task.id, author: admin.username, to: target })
      await visitor.page.locator('.toast').getByRole('button', { name: 'Clear' }).click()
      await visitor.page.locator('.toast-text').waitFor({ state: 'detached' })
    }
    const now = await tasks()
    for (const each of stages) {
      const inColumn = now.filter((one) => one.stage === each).map(({ name }) => name)
      expect((await board.titles(each)).toSorted(), `${each} after round ${round}: ${way}`).toEqual(inColumn.toSorted())
    }
  }
  bob.close()
  const byTask = (rows: readonly Row[]) => rows.toSorted((one, other) => one.id - other.id)
  expect(byTask(await journal())).toEqual(byTask(expected))
  expect(Math.min(told.moved, told.refused)).toBeGreaterThan(0)
  console.info(`${told.moved} moved, ${told.refused} refused`)
})
