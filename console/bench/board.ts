import type { Page } from 'playwright-core'
import { median } from '../../server/bench/figures.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { View } from '../../server/test/harness/people.ts'
import type { Gauge } from './Bar.ts'
import { contactModel } from './fill.ts'
import { takeSample } from './sampled.ts'
import { watchWork } from './watchWork.ts'

const list = `/console/r/${contactModel}`
const path = `${list}?layout=board&by=status`
/** Every contact has one of three statuses. */
const columns = 3
const [warmUp, frames] = [5, 60]
/** Milliseconds for a board to be there: 10,000 cards take a while to be read and drawn. */
const patience = 300_000

/** What a frame costs while a card is dragged over a board, with the first cards of each column and with many more. */
export const board: Gauge = {
  name: 'board',
  bars: [
    { name: 'drag a card over a board, a frame', unit: 'ms', must: 16, reach: 8 },
    { name: 'drag a card over 200 cards a column, a frame', unit: 'ms', must: 16, reach: 8 },
    { name: 'drag a card over 10,000 cards, a frame', unit: 'ms', must: 16, reach: 8 },
  ],
  measure: async (stage) => {
    const drag = (pages: number, limit = 20, at = path) =>
      takeSample(
        stage,
        'dragging',
        () => stage.onPage(at, (page) => dragOver(page, pages, pages * limit * columns)),
        patience,
      )
    const limit = 100
    const view = { model: contactModel, name: 'Many cards', layout: 'board', options: { by: 'status', limit } }
    const { id } = recordOf(await stage.client.create(View, view))
    return [await drag(1), await drag(10), await drag(34, limit, `${list}?view=${id}`)]
  },
}

/** The median cost of a frame of a drag: each enters another column, which is what a frame may have to draw. */
async function dragOver(page: Page, pages: number, cards: number): Promise<number> {
  page.setDefaultTimeout(patience)
  await page.locator('.board-card').first().waitFor()
  await page.evaluate(`for (const more of document.querySelectorAll('.board-cell > .button'))
    for (let n = 1; n < ${pages}; n++) more.click()`)
  await page
    .locator('.board-card')
    .nth(cards - 1)
    .waitFor({ state: 'attached' })
  await page.locator('.board-card').first().scrollIntoViewIfNeeded()
  const box = await page.locator('.board-card').first().boundingBox()
  const around = await page.locator('.board-scroll').boundingBox()
  if (!box || !around) throw new Error('There is no card to drag.')
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 20)
  await page.locator('.board[data-holding]').waitFor()
  const spent = await watchWork(page)
  const costs: number[] = []
  for (let n = 0, before = await spent(); n < warmUp + frames; n++) {
    // From one column to the next and back with each frame, which costs more than a move inside of one.
    const part = ((n % 4) + 0.5) / 4
    await page.mouse.move(around.x + around.width * part, around.y + 150 + n)
    const after = await spent()
    if (n >= warmUp) costs.push(after - before)
    before = after
  }
  await page.keyboard.press('Escape')
  return median(costs)
}
