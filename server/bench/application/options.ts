import { parseArgs } from 'node:util'
import { parseSize } from '../figures.ts'
import type { Ratio } from './Ratio.ts'
import { ratios } from './ratios.ts'

/** The options of the benchmark. */
export interface Options {
  readonly records: number
  readonly rounds: number
  readonly ratios: readonly Ratio[]
}

/** The output of --help. */
export const help = `Measures what declarations cost, as ratios in one run: npm run bench:application -- [options]

  --rounds N       the number of rounds; in each, the two sides of a ratio take turns (9)
  --records N      the records of the largest table, such as 10k for a trial (1M)
  --only A,B       only the ratios whose names begin so
  --help           this text

${ratios.map(({ name, describe }) => `  ${name.padEnd(16)} ${describe(1_000_000)}`).join('\n')}

It starts its own PostgreSQL. It exits with 1 if a target is missed.`

/** Parses the arguments; undefined if only help is wanted. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values: flags } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '9' },
      records: { type: 'string', default: '1M' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (flags.help) return undefined
  const rounds = Number(flags.rounds)
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new TypeError(`--rounds takes a whole number above 0, and not ${flags.rounds}.`)
  return { records: parseSize(flags.records), rounds, ratios: choose(flags.only) }
}

function choose(only: string): readonly Ratio[] {
  const words = only.split(',').filter((word) => word !== '')
  const unknown = words.filter((word) => !ratios.some(({ name }) => name.startsWith(word)))
  const known = ratios.map(({ name }) => name).join(', ')
  if (unknown.length > 0) throw new TypeError(`--only knows ${known}, and not ${unknown.join(', ')}.`)
  return words.length === 0 ? ratios : ratios.filter(({ name }) => words.some((word) => name.startsWith(word)))
}
