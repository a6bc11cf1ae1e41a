import { median } from '../../server/bench/figures.ts'
import type { BenchStage } from './BenchStage.ts'

/** How often a sample that failed or stalled is taken again before the benchmark gives up on it. */
const mostRepeats = 3
/** Milliseconds after which a sample usually counts as stalled. */
const usualPatience = 60_000

/** Takes a sample; one that failed or stalled says nothing, and is taken again. */
export async function takeSample<Sample>(
  { notes }: Pick<BenchStage, 'notes'>,
  name: string,
  take: () => Promise<Sample>,
  patience = usualPatience,
): Promise<Sample> {
  for (let n = 0; ; n++) {
    try {
      const start = performance.now()
      const sample = await take()
      const time = performance.now() - start
      if (time > patience) throw new Error(`it took ${(time / 1_000).toFixed(0)} s`)
      return sample
    } catch (error) {
      const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      if (n === mostRepeats) throw new Error(`${name}: ${why}`, { cause: error })
      notes.push(`${name} was measured again: ${why}`)
    }
  }
}

/** The median of the ratios of neighbouring turns. The first turn only warms up. */
export async function compare(
  stage: BenchStage,
  name: string,
  own: () => Promise<number>,
  base: () => Promise<number>,
): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round <= stage.rounds; round++) {
    const ratio = await takeSample(stage, name, async () => (await own()) / (await base()))
    if (round > 0) ratios.push(ratio)
  }
  return median(ratios)
}
