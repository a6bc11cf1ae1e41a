import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const folder = fileURLToPath(import.meta.resolve('./calendar'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const Visit = 'com.example.calendar.Visit'
let old = 0

const make = async (records: readonly object[]) =>
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Visit}`, { body: { records } }))

beforeAll(async () => {
  const [first] = await make([
    { name: 'Old', beginsOn: '2020-01-01' },
    { name: 'Due', beginsOn: '2040-01-08', endsOn: '2040-01-09' },
    { name: 'Far', beginsOn: '2040-01-15' },
  ])
  old = first?.id ?? 0
})

describe('a board', () => {
  it('has the colours of its view, though its cards do not show the field of the condition', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Visit}?view=cards`)
    const card = (name: string) => ada.page.locator('.board-card').filter({ hasText: name })
    await card('Old').and(ada.page.locator('[data-color="red"]')).waitFor()
    await card('Due').locator('.board-value[data-color="teal"][data-on="cell"]').getByText('Jan 9, 2040').waitFor()
    expect(await card('Due').getAttribute('data-color')).toBeNull()
    expect(await card('Far').getAttribute('data-color')).toBeNull()
    await ada.quiet()
    await ada.expectAccessible('.board')
  })

  it('makes way for the record beside it on a phone', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Visit}?view=cards&peek=${old}`)
    await ada.page.getByRole('region', { name: /Old/ }).waitFor()
    expect(await ada.page.locator('.board').isVisible()).toBe(true)
    await ada.page.setViewportSize({ width: 400, height: 800 })
    await expect.poll(() => ada.page.locator('.board').isVisible()).toBe(false)
    const panel = await ada.page.locator('.peek').boundingBox()
    expect(panel).toMatchObject({ x: 0, width: 400 })
    await ada.page.locator('.peek').getByRole('button').first().click()
    await ada.page.locator('.board').waitFor()
  })
})

describe('a calendar of more records than it shows', () => {
  it('says how many begin on each day, and lists them on a press', async () => {
    const days = ['2041-03-04', '2041-03-04', '2041-03-05']
    await make(Array.from({ length: 510 }, (_, n) => ({ name: `Visit ${n}`, beginsOn: days[n % 3] })))
    const ada = await visit()
    await ada.arrive(`/r/${Visit}?view=plan&at=2041-03-10`)
    await ada.page.getByText('There are 510 records: each day says how many begin on it.').waitFor()
    const day = (date: string) => ada.page.locator(`[data-day="${date}"] .planner-count`)
    await day('2041-03-05').getByText('170 records').waitFor()
    await ada.quiet()
    await ada.expectAccessible('.planner-page')
    await day('2041-03-04').getByText('340 records').click()
    await ada.page.getByText('of 340').first().waitFor()
  })
})

it('a record that is moved in a calendar is moved once, though answers are lost', async () => {
  const [made] = await make([{ name: 'Lost', beginsOn: '2042-05-05' }])
  const ada = await visit(undefined, /net::ERR_/)
  await ada.arrive(`/r/${Visit}?view=plan&at=2042-05-05`)
  let lost = 0
  await ada.route(`**/${Visit}/${made?.id}?*`, async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 3) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const entry = (day: string) => ada.page.locator(`[data-day="${day}"] [data-record="${made?.id}"]`)
  await entry('2042-05-05').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await ada.page.keyboard.press(key)
  await ada.page.locator('[data-sent]').waitFor()
  await ada.page.getByText('Lost was moved to May 6, 2042.').first().waitFor()
  await entry('2042-05-06').waitFor()
  const { beginsOn, version } = recordOf(await stage.client.read(Visit, made?.id ?? 0))
  expect({ beginsOn, version }).toEqual({ beginsOn: '2042-05-06', version: 1 })
})
