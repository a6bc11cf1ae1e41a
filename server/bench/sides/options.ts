import { parseArgs } from 'node:util'
import { readSize } from '../figures.ts'
import { type SideKey, sideNames } from './Side.ts'
import { meaningOf, type Work, works } from './Work.ts'

/** What the bench was asked to do. */
export interface Options {
  readonly records: number
  readonly sessions: number
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly sides: readonly SideKey[]
  readonly works: readonly Work[]
  /** The folder that the results go to. */
  readonly out: string
}

const own: readonly SideKey[] = ['pgbench', 'raw', 'naive', 'one', 'two']

/** What --help prints. */
export const help = `Measures Tabularium beside the engine it stands on, in one run: npm run bench -- [options]

  --rounds N           how often everything is measured by turns (5)
  --seconds N          how long each measurement takes (3)
  --connections N,N    at how many connections (64,1)
  --records N          how many contacts there are, such as 10k (1M)
  --sessions N         how many sessions there are (10k)
  --only A,B           these sides and works alone
  --peer directus      measure Directus as well, where it can be installed
  --out FOLDER         where results.json and chart.svg go (dist/bench)
  --help               this text

sides: ${own.map((key) => `${key} (${sideNames[key]})`).join(', ')}
works: ${works.map((work) => work.replaceAll(' ', '-')).join(', ')}
${works.map((work) => `  ${work.padEnd(16)} ${meaningOf[work]}`).join('\n')}

It starts a PostgreSQL of its own and needs nothing else but pgbench. Where a must is missed in a full run (5 rounds
or more, 1M records or more) it ends with 1.`

/** The arguments as options; undefined where only help is wanted. */
export function readOptions(args: readonly string[]): Options | undefined {
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
    records: readSize(flags.records),
    sessions: readSize(flags.sessions),
    rounds: readPositive('rounds', flags.rounds),
    seconds: readPositive('seconds', flags.seconds),
    connections: flags.connections.split(',').map((text) => readPositive('connections', text)),
    sides: [...(sides.length > 0 ? sides : own), ...readPeer(flags.peer)],
    works: wanted.length > 0 ? wanted : works,
    out: flags.out,
  }
}

function readPeer(peer: string | undefined): SideKey[] {
  if (peer === undefined) return []
  if (peer !== 'directus') throw new TypeError(`--peer knows directus, and not ${peer}.`)
  return [peer]
}

function readPositive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new TypeError(`--${name} takes numbers above 0, and not ${text}.`)
  return value
}

function toWord(work: Work): string {
  return work.replaceAll(' ', '-')
}
