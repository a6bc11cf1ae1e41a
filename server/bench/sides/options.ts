import { parseArgs } from 'node:util'
import { parseSize } from '../figures.ts'
import { type SideKey, sideNames } from './Side.ts'
import { meaningOf, type Work, works } from './Work.ts'

/** The options of the benchmark. */
export interface Options {
  readonly records: number
  readonly sessions: number
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly sides: readonly SideKey[]
  readonly works: readonly Work[]
  /** The folder for the results. */
  readonly out: string
}

const own: readonly SideKey[] = ['pgbench', 'raw', 'naive', 'one', 'two']

/** The output of --help. */
export const help = `Compares Tabularium with PostgreSQL and other services in one run: npm run bench -- [options]

  --rounds N           the number of rounds; in each, all sides take turns (5)
  --seconds N          the duration of each measurement (3)
  --connections N,N    the numbers of connections (64,1)
  --records N          the number of contacts, such as 10k (1M)
  --sessions N         the number of sessions (10k)
  --only A,B           only these sides and works
  --peer directus      measure Directus too, if it can be installed
  --out FOLDER         the folder for results.json and chart.svg (dist/bench)
  --help               this text

sides: ${own.map((key) => `${key} (${sideNames[key]})`).join(', ')}
works: ${works.map((work) => work.replaceAll(' ', '-')).join(', ')}
${works.map((work) => `  ${work.padEnd(16)} ${meaningOf[work]}`).join('\n')}

It starts its own PostgreSQL and needs only pgbench. It exits with 1 if a full run (5 rounds or more, 1M records or
more) misses a required target.`

/** Parses the arguments; undefined if only help is wanted. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values: flags } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '64,1' },
      records: { type: 'string', default: '1M' },
      sessions: { type: 'string', default: '10k' },
      only: { type: 'string', default: '' },
      peer: { type: 'string' },
      out: { type: 'string', default: 'dist/bench' },
      help: { type: 'boolean', default: false },
    },
  })
  if (flags.help) return undefined
  const only = flags.only.split(',').filter((word) => word !== '')
  const known = [...own, ...works.map(toWord)]
  const unknown = only.filter((word) => !known.includes(word))
  if (unknown.length > 0) throw new TypeError(`--only knows ${known.join(', ')}, and not ${unknown.join(', ')}.`)
  const sides = own.filter((side) => only.includes(side))
  const wanted = works.filter((work) => only.includes(toWord(work)))
  return {
    records: parseSize(flags.records),
    sessions: parseSize(flags.sessions),
    rounds: parsePositive('rounds', flags.rounds),
    seconds: parsePositive('seconds', flags.seconds),
    connections: flags.connections.split(',').map((text) => parsePositive('connections', text)),
    sides: [...(sides.length > 0 ? sides : own), ...parsePeer(flags.peer)],
    works: wanted.length > 0 ? wanted : works,
    out: flags.out,
  }
}

function parsePeer(peer: string | undefined): SideKey[] {
  if (peer === undefined) return []
  if (peer !== 'directus') throw new TypeError(`--peer knows directus, and not ${peer}.`)
  return [peer]
}

function parsePositive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new TypeError(`--${name} takes numbers above 0, and not ${text}.`)
  return value
}

function toWord(work: Work): string {
  return work.replaceAll(' ', '-')
}
