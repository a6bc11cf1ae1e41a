import { showTable } from '../figures.ts'
import type { Ratio } from './ratios.ts'
import { sideNames } from './Side.ts'
import type { Line, Noise, Report } from './toReport.ts'
import { works } from './Work.ts'

/** The report as text for people. */
export function showReport(report: Report): string {
  const parts = [
    showAbout(report),
    ...report.options.connections.map((connections) => showLines(report, connections)),
    showRatios(report),
    showNoise(report.noise),
    showRepeats(report.lines),
    ...showClient(report),
  ]
  return parts.join('\n\n')
}

function showAbout({ about, options }: Report): string {
  const { processors, processor, memory, system, node, postgres } = about
  const rounds = `${options.rounds} round${options.rounds === 1 ? '' : 's'}`
  return [
    `${processors} × ${processor}, ${memory}, ${system}, Node ${node}, PostgreSQL ${postgres}`,
    `${options.records} records, ${options.sessions} sessions; ` +
      `medians of ${rounds} of ${options.seconds} s (lowest and highest in brackets)`,
  ].join('\n')
}

function showLines({ lines }: Report, connections: number): string {
  const head = [`at ${connections} connection${connections === 1 ? '' : 's'}`, 'a second', '', 'p50 ms', 'p99 ms']
  const chosen = lines.filter((line) => line.connections === connections)
  const rows = works.flatMap((work) => {
    const own = chosen.filter((line) => line.work === work)
    return own.length === 0 ? [] : [[work, '', '', '', '', '', '', '', ''], ...own.map(toRow)]
  })
  return showTable([[...head, 'server', 'postgres', 'client', 'µs each'], ...rows])
}

function toRow({ side, rate, p50, p99, processors, cost }: Line): string[] {
  const { server, postgres, client } = processors
  return [
    `  ${side}`,
    whole(rate.median),
    `(${whole(rate.low)} – ${whole(rate.high)})`,
    p50.median.toFixed(2),
    p99.median.toFixed(2),
    ...[server, postgres, client].map((used) => used.toFixed(2)),
    cost.median.toFixed(0),
  ]
}

function showRatios({ ratios, full }: Report): string {
  const head = ['targets', 'must', 'reach', 'measured', '', '']
  const rows = ratios.map((ratio) => [
    ratio.name,
    showBound(ratio, ratio.must),
    showBound(ratio, ratio.reach),
    `${figure(ratio.measured)}${ratio.unit ? ` ${ratio.unit}` : ''}`,
    `(${figure(ratio.low)} – ${figure(ratio.high)})`,
    { reached: 'reached', good: 'good', missed: 'MISSED' }[ratio.verdict],
  ])
  const note = full ? '' : '\nThe targets are for 5 rounds or more and 1M records or more: here they say little.'
  return `${showTable([head, ...rows])}${note}`
}

function showBound({ less, unit }: Ratio, bound: number): string {
  return `${less ? '≤' : '≥'} ${bound}${unit ? ` ${unit}` : ''}`
}

/** How reliable the figures are. */
export function showNoise(noise: Noise): string {
  const { fixedWork, low, high, others, mostOthers, stolen, quiet } = noise
  const noisy =
    'NOISY: only µs each is reliable; ' +
    'where others want the processors, whoever has many processes gets more of them'
  return [
    `machine: ${quiet ? 'quiet' : noisy}`,
    `  a fixed piece of work took ${fixedWork.toFixed(1)} ms, from ${low.toFixed(2)} to ${high.toFixed(2)} of that`,
    `  other processes used ${others.toFixed(2)} processors on average, ${mostOthers.toFixed(2)} at most; ` +
      `${stolen.toFixed(2)} were stolen`,
  ].join('\n')
}

/** Samples that failed or stalled and were repeated. */
export function showRepeats(lines: readonly Pick<Line, 'side' | 'work' | 'connections' | 'repeats'>[]): string {
  const repeats = lines.flatMap(({ side, work, connections, repeats: reasons }) =>
    reasons.map((reason) => `  ${side}, ${work} at ${connections}: ${reason}`),
  )
  return [`repeated samples: ${repeats.length === 0 ? 'none' : repeats.length}`, ...repeats].join('\n')
}

/** If a client is always busy, the figures may measure the client. */
function showClient({ lines }: Report): string[] {
  const raw = lines.find(({ side, connections }) => side === sideNames.raw && connections > 1)
  if (!raw) return []
  const { server, client } = raw.processors
  const slower = client > server && client > 0.9
  return [
    slower
      ? `client: it was busier (${client.toFixed(2)}) than raw node:http (${server.toFixed(2)}), whose figure may ` +
        'be too low.'
      : `client: not the bottleneck; beside raw node:http it used ${client.toFixed(2)} processors, the server ` +
        `${server.toFixed(2)}.`,
  ]
}

function whole(rate: number): string {
  return rate.toFixed(rate < 100 ? 1 : 0)
}

function figure(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 2 : 1)
}
