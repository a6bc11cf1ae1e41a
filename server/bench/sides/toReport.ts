import { median, spread } from '../figures.ts'
import type { Measure } from './measure.ts'
import type { Options } from './options.ts'
import type { Processors } from './processors.ts'
import { type Ratio, toRatios } from './ratios.ts'
import type { Sample } from './takeSample.ts'
import type { Work } from './Work.ts'

/** A figure of several rounds. */
export interface Figure {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** All rounds of a measurement as one line. */
export interface Line {
  readonly work: Work
  readonly side: string
  readonly connections: number
  /** Requests a second. */
  readonly rate: Figure
  /** In milliseconds. */
  readonly p50: Figure
  readonly p99: Figure
  readonly processors: Processors
  /** Microseconds of a processor for one request, by the server and PostgreSQL together. */
  readonly cost: Figure
  /** The rate of each round. */
  readonly rates: readonly number[]
  /** The reasons why samples were repeated, one line each. */
  readonly repeats: readonly string[]
}

/** How busy the machine was with other work. */
export interface Noise {
  /** The time of a fixed piece of work, in milliseconds. */
  readonly fixedWork: number
  /** The 10th and the 90th percentile, relative to that. */
  readonly low: number
  readonly high: number
  /** Processors used by processes that are not ours, on average and at most. */
  readonly others: number
  readonly mostOthers: number
  /** Processors that the host gave to other machines, on average. */
  readonly stolen: number
  readonly quiet: boolean
}

/** Where and how it was measured. */
export interface About {
  readonly date: string
  readonly command: string
  readonly commit: string
  readonly processor: string
  readonly processors: number
  readonly memory: string
  readonly system: string
  readonly node: string
  readonly postgres: string
}

/** The results of a run, as in results.json. */
export interface Report {
  readonly about: About
  readonly options: Options
  readonly noise: Noise
  readonly lines: readonly Line[]
  readonly ratios: readonly Ratio[]
  /** Whether the run was long and large enough for the targets to count. */
  readonly full: boolean
}

const fullRounds = 5
const fullRecords = 1_000_000
/** If other processes used more of the machine than this, or the spread is larger, the machine was not quiet. */
const quietShare = 0.1

export function toReport(measures: readonly Measure[], options: Options, about: About): Report {
  const samples = measures.flatMap((measure) => measure.samples)
  return {
    about,
    options,
    noise: toNoise(samples, about.processors),
    lines: measures.map(toLine),
    ratios: toRatios(measures),
    full: options.rounds >= fullRounds && options.records >= fullRecords,
  }
}

function toLine({ samples, ...measure }: Measure): Line {
  const of = (key: 'rate' | 'p50' | 'p99') => toFigure(samples.map((sample) => sample[key]))
  const used = (key: keyof Processors) => median(samples.map(({ processors }) => processors[key]))
  return {
    ...measure,
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    processors: {
      server: used('server'),
      postgres: used('postgres'),
      client: used('client'),
      others: used('others'),
      stolen: used('stolen'),
    },
    cost: toFigure(samples.map(costOf)),
    rates: samples.map((sample) => sample.rate),
  }
}

/** Other processes delay a request, but it does not need much more processor time: so this is the steadiest figure. */
function costOf({ rate, processors }: Sample): number {
  return ((processors.server + processors.postgres) / rate) * 1_000_000
}

function toFigure(figures: readonly number[]): Figure {
  return { median: median(figures), low: Math.min(...figures), high: Math.max(...figures) }
}

function toNoise(samples: readonly Sample[], processors: number): Noise {
  const times = samples.map(({ fixedWork }) => fixedWork)
  const { low, high } = spread(times)
  const others = samples.map((sample) => sample.processors.others)
  const stolen = mean(samples.map((sample) => sample.processors.stolen))
  const disturbance = (mean(others) + stolen) / processors
  return {
    fixedWork: median(times),
    low,
    high,
    others: mean(others),
    mostOthers: Math.max(...others),
    stolen,
    quiet: disturbance < quietShare && high - low < 2 * quietShare,
  }
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}
