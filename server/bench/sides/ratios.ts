import { median } from '../figures.ts'
import type { Measure } from './measure.ts'
import { sideNames } from './Side.ts'
import type { Work } from './Work.ts'

interface Figure {
  readonly side: string
  readonly work: Work
  readonly connections: number
  readonly of: 'rate' | 'p50' | 'p99'
}

/** A target for Tabularium: one of its figures, mostly relative to another side in the same round. */
export interface Target {
  readonly name: string
  readonly figure: Figure
  readonly against?: Figure
  /** The minimum of the figure; the maximum if `less` is true. */
  readonly must: number
  readonly reach: number
  readonly less?: true
  readonly unit?: string
}

export interface Ratio extends Target {
  readonly measured: number
  readonly low: number
  readonly high: number
  readonly verdict: 'reached' | 'good' | 'missed'
}

const { pgbench, raw, naive, one, two } = sideNames
const rate = (side: string, work: Work): Figure => ({ side, work, connections: 64, of: 'rate' })

/** The targets, all at 64 connections except the last. */
export const targets: readonly Target[] = [
  {
    name: 'read, 1 process ÷ raw node:http',
    figure: rate(one, 'read'),
    against: rate(raw, 'read'),
    must: 0.45,
    reach: 0.65,
  },
  { name: 'read, 1 process ÷ naive', figure: rate(one, 'read'), against: rate(naive, 'read'), must: 5, reach: 8 },
  {
    name: 'read, 2 processes ÷ pgbench',
    figure: rate(two, 'read'),
    against: rate(pgbench, 'read'),
    must: 1.5,
    reach: 2.3,
  },
  { name: 'create ÷ pgbench', figure: rate(one, 'create'), against: rate(pgbench, 'create'), must: 0.6, reach: 1 },
  { name: 'update ÷ pgbench', figure: rate(one, 'update'), against: rate(pgbench, 'update'), must: 0.7, reach: 1 },
  { name: 'create ÷ naive', figure: rate(one, 'create'), against: rate(naive, 'create'), must: 3, reach: 5 },
  { name: 'update ÷ naive', figure: rate(one, 'update'), against: rate(naive, 'update'), must: 3, reach: 5 },
  {
    name: 'page with total ÷ pgbench without',
    figure: rate(one, 'page'),
    against: rate(pgbench, 'page'),
    must: 0.4,
    reach: 0.8,
  },
  { name: 'read, p99', figure: { ...rate(one, 'read'), of: 'p99' }, must: 12, reach: 6, less: true, unit: 'ms' },
  {
    name: 'read at 1 connection, p50 ÷ pgbench',
    figure: { side: one, work: 'read', connections: 1, of: 'p50' },
    against: { side: pgbench, work: 'read', connections: 1, of: 'p50' },
    must: 3,
    reach: 2,
    less: true,
  },
]

/** The targets of which all figures were measured. Each ratio is taken within a round; what counts is their median. */
export function toRatios(measures: readonly Measure[]): Ratio[] {
  return targets.flatMap((target) => {
    const figures = find(measures, target.figure)
    const others = target.against ? find(measures, target.against) : figures.map(() => 1)
    if (figures.length === 0 || others.length === 0) return []
    const ratios = figures.map((figure, round) => figure / (others[round] ?? Number.NaN))
    const measured = median(ratios)
    const verdict = isWithin(target, measured, target.reach)
      ? 'reached'
      : isWithin(target, measured, target.must)
        ? 'good'
        : 'missed'
    return [{ ...target, measured, low: Math.min(...ratios), high: Math.max(...ratios), verdict }]
  })
}

function find(measures: readonly Measure[], { side, work, connections, of }: Figure): number[] {
  const measure = measures.find((one) => one.side === side && one.work === work && one.connections === connections)
  return measure?.samples.map((sample) => sample[of]) ?? []
}

function isWithin({ less }: Target, measured: number, bound: number): boolean {
  return less ? measured <= bound : measured >= bound
}
