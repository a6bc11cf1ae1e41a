import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { View } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./calendar'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const Visit = 'com.example.calendar.Visit'

beforeAll(async () => {
  await stage.client.exchange('POST', `/ws/rest/${Visit}`, {
    body: { records: [{ name: 'Old' }, { name: 'Done', status: 'done' }] },
  })
})

/** A visit, and its dates as they are stored. */
async function makeVisit(name: string, beginsOn: string | null, endsOn: string | null = null): Promise<number> {
  return recordOf(await stage.client.create(Visit, { name, beginsOn, endsOn })).id
}
async function datesOf(id: number): Promise<readonly unknown[]> {
  const { beginsOn, endsOn } = recordOf(await stage.client.read(Visit, id))
  return [beginsOn, endsOn]
}

const day = ({ page }: Visitor, date: string) => page.locator(`[data-day="${date}"]`)
const entry = (visitor: Visitor, id: number, date: string) => day(visitor, date).locator(`[data-record="${id}"]`)

/** Waits until something has the focus. */
async function focused({ page }: Visitor, what: ReturnType<typeof day>): Promise<void> {
  await what.and(page.locator(':focus')).waitFor()
}

async function open(view: string, at: string): Promise<Visitor> {
  const ada = await visit()
  await ada.arrive(`/r/${Visit}?view=${view}&at=${at}`)
  await ada.page.locator('.planner').waitFor()
  await ada.quiet()
  return ada
}

/** Drags from the middle of one thing into the middle of another. */
async function drag({ page }: Visitor, from: ReturnType<typeof day>, to: ReturnType<typeof day>): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag.')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 })
  await page.mouse.up()
}

describe('the views that a model declares', () => {
  it('are tabs: the list begins with the default one, and a copy can be kept', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Visit}`)
    const tab = (name: string) => ada.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
    await tab('Open').waitFor()
    expect(await tab('Open').getAttribute('aria-current')).toBe('page')
    await ada.page.getByText('Managed in code').waitFor()
    await ada.page.getByRole('gridcell', { name: 'Old', exact: true }).waitFor()
    expect(await ada.page.getByRole('gridcell', { name: 'Done', exact: true }).count()).toBe(0)
    await ada.expectAccessible()
    await tab('All').click()
    await ada.page.waitForURL(/view=all/)
    await ada.page.getByText('Done').first().waitFor()
    await tab('Plan').click()
    await ada.page.locator('.planner').waitFor()
    await ada.button('Save as…').click()
    await ada.field('Name of the view').fill('My plan')
    await ada.field('Name of the view').press('Enter')
    await tab('My plan').waitFor()
    const [saved] = recordsOf(await stage.client.find(View, '?fields=name,layout,options'))
    const options = { from: 'beginsOn', to: 'endsOn', color: 'status' }
    expect(saved).toMatchObject({ name: 'My plan', layout: 'calendar', options })
  })
})

describe('a calendar', () => {
  it('is used by keys alone: days, months, moving a visit and its end, taking it back', async () => {
    const id = await makeVisit('Keys', '2030-04-09', '2030-04-10')
    const ada = await open('plan', '2030-04-08')
    const { keyboard } = ada.page
    await entry(ada, id, '2030-04-09').waitFor()
    await day(ada, '2030-04-08').focus()
    await keyboard.press('ArrowRight')
    await focused(ada, day(ada, '2030-04-09'))
    await keyboard.press('Enter')
    await focused(ada, entry(ada, id, '2030-04-09'))
    await keyboard.press('Space')
    await ada.page.getByText('Keys: ').first().waitFor({ state: 'attached' })
    await keyboard.press('ArrowDown')
    await focused(ada, day(ada, '2030-04-16'))
    await keyboard.press('Space')
    await until('as expected', async () => (await datesOf(id))[0] === '2030-04-16')
    expect(await datesOf(id)).toEqual(['2030-04-16', '2030-04-17'])
    await ada.button('Undo').click()
    await until('as expected', async () => (await datesOf(id))[0] === '2030-04-09')
    await entry(ada, id, '2030-04-10').focus()
    await keyboard.press('Shift+Space')
    await keyboard.press('ArrowRight')
    await focused(ada, day(ada, '2030-04-11'))
    await keyboard.press('Enter')
    await until('as expected', async () => (await datesOf(id))[1] === '2030-04-11')
    await ada.quiet()
    await day(ada, '2030-04-11').focus()
    await keyboard.press('PageDown')
    await focused(ada, day(ada, '2030-05-11'))
    await keyboard.press('t')
    await focused(ada, ada.page.locator('[data-today]'))
    await keyboard.press('n')
    await ada.page.waitForURL(/\/new\?set=beginsOn/)
  })

  it('is used by the pointer alone: a visit, its end, and one without a date', async () => {
    const [id, loose] = [await makeVisit('Mouse', '2030-06-04', '2030-06-05'), await makeVisit('Loose', null)]
    const ada = await open('plan', '2030-06-10')
    await drag(ada, entry(ada, id, '2030-06-04'), day(ada, '2030-06-12'))
    await until('as expected', async () => (await datesOf(id))[0] === '2030-06-12')
    expect(await datesOf(id)).toEqual(['2030-06-12', '2030-06-13'])
    await ada.quiet()
    await drag(ada, entry(ada, id, '2030-06-13').locator('.planner-edge'), day(ada, '2030-06-15'))
    await until('as expected', async () => (await datesOf(id))[1] === '2030-06-15')
    await drag(ada, ada.page.locator('.planner-tray').getByRole('link', { name: 'Loose' }), day(ada, '2030-06-20'))
    await until('as expected', async () => (await datesOf(loose))[0] === '2030-06-20')
    await entry(ada, loose, '2030-06-20').waitFor()
    await ada.button('Later').click()
    await ada.page.getByRole('heading', { name: 'July 2030' }).waitFor()
    await ada.page.getByRole('radio', { name: 'Week' }).click()
    await until('as expected', async () => (await ada.page.locator('.planner-day').count()) === 7)
    await ada.expectAccessible()
    await ada.page.getByRole('radio', { name: 'Agenda' }).click()
    await ada.expectAccessible()
  })

  it('gives records without a date a day on a phone, without a drag', async () => {
    const id = await makeVisit('Tapped', null)
    const ada = await open('plan', '2030-09-10')
    await ada.page.setViewportSize({ width: 400, height: 800 })
    const tray = ada.page.locator('.planner-tray')
    await tray.locator('summary').click()
    await tray.getByLabel(/ of Tapped$/).fill('2030-09-12')
    await until('as expected', async () => (await datesOf(id))[0] === '2030-09-12')
    await entry(ada, id, '2030-09-12').waitFor()
    await ada.expectAccessible()
  })

  it('says what others did, and why a move is refused', async () => {
    const id = await makeVisit('Clash', '2030-05-06')
    const ada = await open('plan', '2030-05-01')
    await entry(ada, id, '2030-05-06').waitFor()
    await drag(ada, entry(ada, id, '2030-05-06'), day(ada, '2030-05-13'))
    await ada.page.getByText('Clash was not moved. Begins on is a bad day').waitFor()
    await entry(ada, id, '2030-05-06').waitFor()
    await ada.expectAccessible()
    await ada.button('Close').click()
    await ada.page.getByText('Clash was not moved.').waitFor({ state: 'detached' })
    await ada.quiet()
    const { page } = ada
    const start = await entry(ada, id, '2030-05-06').boundingBox()
    const end = await day(ada, '2030-05-08').boundingBox()
    if (!start || !end) throw new Error('There is nothing to drag.')
    await page.mouse.move(start.x + 10, start.y + 10)
    await page.mouse.down()
    await page.mouse.move(end.x + 20, end.y + 40, { steps: 5 })
    await page.locator('.planner-entry[data-held]').waitFor()
    recordOf(await stage.client.update(Visit, id, { version: 0, beginsOn: '2030-05-20' }))
    await page.mouse.up()
    await ada.page.getByText('Clash was moved meanwhile').waitFor()
    await ada.button('Move anyway').click()
    await until('as expected', async () => (await datesOf(id))[0] === '2030-05-08')
  })

  it('follows what others write', async () => {
    const ada = await open('plan', '2030-08-01')
    const id = await makeVisit('Live', '2030-08-07')
    await entry(ada, id, '2030-08-07').waitFor()
  })

  it('shows moments in the zone of the user, and the day of the place', async () => {
    const made = await stage.client.create(Visit, { name: 'Call', meetsAt: '2030-09-10T20:00:00Z' })
    const { id } = recordOf(made)
    const me = recordsOf(await stage.client.exchange('GET', '/ws/me'))[0]
    await stage.client.exchange('POST', '/ws/me', { body: { timeZone: 'Asia/Tokyo' } })
    const ada = await open('meetings', '2030-09-01')
    await entry(ada, id, '2030-09-11').waitFor()
    await ada.page.goto(`${stage.service.url}/console/r/${Visit}?view=meetings`)
    const { today } = (me as unknown as { application: { today: string } }).application
    await until('as expected', async () => (await ada.page.locator('[data-today]').getAttribute('data-day')) === today)
    await stage.client.exchange('POST', '/ws/me', { body: { timeZone: null } })
  })

  it('colours by condition what the choice would colour otherwise', async () => {
    const [late, due] = [await makeVisit('Late', '2020-03-10'), await makeVisit('Due', '2030-03-12')]
    const ada = await open('late', '2020-03-01')
    await until('as expected', async () => (await entry(ada, late, '2020-03-10').getAttribute('data-color')) === 'red')
    await ada.page.goto(`${stage.service.url}/console/r/${Visit}?view=late&at=2030-03-01`)
    await until('as expected', async () => (await entry(ada, due, '2030-03-12').getAttribute('data-color')) === 'blue')
    await ada.page.goto(`${stage.service.url}/console/r/${Visit}?view=open`)
    const row = (name: string) => ada.page.getByRole('row').filter({ hasText: name })
    await row('Late').and(ada.page.locator('[data-color="red"]')).waitFor()
    await row('Due').locator('[data-color="teal"][data-on="cell"]').waitFor()
    await ada.expectAccessible()
  })
})
