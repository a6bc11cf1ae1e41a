import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}?sortBy=-id&fields=fullName,email&limit=25`

const create = async (fields: object) =>
  recordOf(await stage.client.create(Contact, { lastName: 'Example', ...fields }))
const change = (id: number, version: number, fields: object) => stage.client.update(Contact, id, { version, ...fields })

/** The streams of a tab: how many were opened, and how many of them are open. */
function streamsOf({ page }: Visitor) {
  const streams = { opened: 0, open: 0 }
  const isStream = (request: { url(): string }) => request.url().includes('/ws/changes/stream')
  page.on('request', (request) => {
    if (!isStream(request)) return
    streams.opened += 1
    streams.open += 1
  })
  const onEnd = (request: { url(): string }) => {
    if (isStream(request)) streams.open -= 1
  }
  page.on('requestfailed', onEnd)
  page.on('requestfinished', onEnd)
  return streams
}

/** Hides the tab, or brings it back. */
async function setVisible({ page }: Visitor, isVisible: boolean): Promise<void> {
  const state = JSON.stringify({ value: isVisible ? 'visible' : 'hidden', configurable: true })
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', ${state});
    document.dispatchEvent(new Event('visibilitychange'))`)
}

beforeAll(async () => {
  const records = ['Ada', 'Ben', 'Cleo'].map((firstName) => ({ firstName, lastName: 'Example' }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

describe('a list', () => {
  it('shows what others change at once, and moves no row before it is asked to', async () => {
    const ada = await visit()
    await ada.arrive(list)
    const titles = () => ada.page.locator('.grid .grid-title').allTextContents()
    await ada.page.getByRole('row', { name: 'Ben Example' }).waitFor()
    const before = await titles()
    await change(2, 0, { email: 'ben@example.com' })
    await ada.page.locator('.cell-marked', { hasText: 'ben@example.com' }).waitFor()
    expect(await ada.page.locator('.cell-marked').count()).toBe(1)
    await ada.page.setViewportSize({ width: 360, height: 800 })
    await ada.page.locator('.card .cell-marked', { hasText: 'ben@example.com' }).waitFor()
    await ada.page.setViewportSize({ width: 1280, height: 800 })
    expect(await ada.page.getByText('The list has changed.').count()).toBe(0)

    await create({ firstName: 'Dora' })
    await stage.client.exchange('DELETE', `/ws/rest/${Contact}/3?version=0`)
    await ada.page.getByText('no longer in this list').waitFor()
    expect(await titles()).toEqual(before)
    expect(await ada.page.locator('.list-total').textContent()).toBe('3')
    await ada.expectAccessible('.list')
    await ada.button('Show it as it is now').click()
    await ada.page.getByRole('row', { name: 'Dora Example' }).waitFor()
    expect(await titles()).toEqual(['Dora Example', 'Ben Example', 'Ada Example'])
    expect(await ada.page.locator('.cell-marked').count()).toBe(0)
  })

  it('has one stream, none while the tab is hidden, and misses nothing meanwhile', async () => {
    const { id, version } = await create({ firstName: 'Eve' })
    const ada = await visit()
    const streams = streamsOf(ada)
    await ada.arrive(list)
    await until('a stream is open', () => streams.open === 1)
    await ada.page.getByRole('row', { name: 'Eve Example' }).getByRole('link').click()
    await ada.field('Notes').waitFor()
    await ada.page.goBack()
    await ada.page.getByRole('row', { name: 'Eve Example' }).waitFor()
    await setVisible(ada, false)
    await until('no stream is open', () => streams.open === 0)
    await change(id, version, { email: 'eve@example.com' })
    const { opened } = streams
    await setVisible(ada, true)
    await ada.page.getByText('eve@example.com').waitFor()
    await until('the stream is open again', () => streams.open === 1)
    expect(streams.opened).toBe(opened + 1)
  })

  it('asks as before where nobody may follow', async () => {
    const ada = await visit()
    await ada.route('**/ws/changes/stream*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await ada.arrive(list)
    await ada.page.getByRole('row', { name: 'Ben Example' }).waitFor()
    expect(await ada.page.getByRole('alert').count()).toBe(0)
  })
})

describe('a record', () => {
  it('that is open says what somebody else changes, and shows it', async () => {
    const { id, version } = await create({ firstName: 'Fay' })
    const ada = await visit()
    await ada.arrive(`/r/${Contact}/${id}`)
    await ada.field('Notes').waitFor()
    await change(id, version, { notes: 'called back' })
    await ada.page.getByText('admin has just changed Notes').waitFor()
    expect(await ada.field('Notes').inputValue()).toBe('called back')
    expect(await ada.page.locator('[data-fresh]').count()).toBe(1)
    await ada.expectAccessible('.record-form')

    await ada.field('E-mail').fill('fay@example.com')
    await change(id, version + 1, { phone: '+44 1865 270000' })
    await ada.page.getByText('admin changed Phone meanwhile.').waitFor()
    await ada.page.keyboard.press('Control+s')
    await ada.page.getByText('Saved. What others changed meanwhile is in it too: Phone').waitFor()
    expect(await ada.page.locator('[data-fresh]').count()).toBe(0)
  })

  it("is not told of one's own save as of somebody else's, also if that is read before it is answered", async () => {
    const { id } = await create({ firstName: 'Gus' })
    const ada = await visit()
    await ada.arrive(`/r/${Contact}/${id}`)
    await ada.field('Notes').waitFor()
    await ada.route(`**/ws/rest/${Contact}/${id}?*`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const answer = await route.fetch()
      await ada.page.waitForResponse((read) => read.request().method() === 'GET' && read.url().includes(`/${id}?`))
      await ada.page.waitForTimeout(300)
      await route.fulfill({ response: answer })
    })
    await ada.field('Notes').fill('mine')
    await ada.page.keyboard.press('Control+s')
    await ada.page.locator('.notice-good').waitFor()
    expect(await ada.page.locator('[data-fresh]').count()).toBe(0)
  })
})
