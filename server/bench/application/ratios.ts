import { aggregateRatio } from './aggregateRatio.ts'
import { checksRatio } from './checksRatio.ts'
import { groupedRatio } from './groupedRatio.ts'
import type { Ratio } from './Ratio.ts'
import { rollupRatios } from './rollupRatios.ts'
import { unchangedRatios } from './unchangedRatios.ts'
import { upsertRatios } from './upsertRatios.ts'

/** All ratios, in the order in which they are measured. */
export const ratios: readonly Ratio[] = [
  checksRatio,
  ...upsertRatios,
  ...unchangedRatios,
  ...rollupRatios,
  aggregateRatio,
  groupedRatio,
]
