import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Gauge } from './Bar.ts'
import type { BenchStage } from './BenchStage.ts'
import { contactModel } from './fill.ts'
import { waitForFirstRow } from './firstRow.ts'
import { takeSample } from './sampled.ts'

/** How much is sent to the browser, in kB as gzip. */
export const sizes: Gauge = {
  name: 'sizes',
  bars: [
    { name: 'JS to the first list, gzip', unit: 'kB', must: 170, reach: 140 },
    { name: 'whole console: JS, gzip', unit: 'kB', must: 340, reach: 260 },
    { name: 'whole console: CSS, gzip', unit: 'kB', must: 16, reach: 10 },
  ],
  measure: async (stage) => {
    const names = (await readdir(stage.dist, { recursive: true })).map((name) => `/console/${name}`)
    const first = await takeSample(stage, 'sizes', () => scriptsBeforeFirstRow(stage))
    const whole = (extension: string) => names.filter((name) => extname(name) === extension)
    return Promise.all([first, whole('.js'), whole('.css')].map((paths) => weigh(stage, paths)))
  },
}

/** The scripts that had arrived when the first row of a list was there. */
function scriptsBeforeFirstRow(stage: BenchStage): Promise<string[]> {
  return stage.onPage('/console/theme.js', async (page) => {
    await page.goto(`${stage.url}/console/r/${contactModel}`)
    await waitForFirstRow(page)
    const loaded = await page.evaluate<{ name: string; responseEnd: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, responseEnd }) => ({ name, responseEnd }))`,
    )
    const until = await page.evaluate<number>('firstRowAt')
    const paths = loaded.flatMap(({ name, responseEnd }) => (responseEnd <= until ? [new URL(name).pathname] : []))
    return paths.filter((path) => extname(path) === '.js')
  })
}

async function weigh({ dist }: BenchStage, paths: readonly string[]): Promise<number> {
  const files = await Promise.all(paths.map((path) => readFile(join(dist, path.replace('/console/', '')))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1_000
}
