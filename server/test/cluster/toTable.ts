import type { Run } from './runFault.ts'

/** How long after the first acknowledged write requests may be refused, in seconds. */
const maxRefusedAfter = 2

/** The runs as a table in Markdown, one line a fault. */
export function toTable(runs: readonly Run[]): string {
  const lines = [...Map.groupBy(runs, ({ fault }) => fault)].map(([{ title }, ofFault]) => {
    const each = (value: (run: Run) => number | string) => ofFault.map(value).join(', ')
    const sum = (value: (run: Run) => number) => ofFault.reduce((total, run) => total + value(run), 0)
    return [
      title,
      ofFault.length,
      each(({ figures }) => figures.writeGap.toFixed(1)),
      each(({ bareGap }) => bareGap.toFixed(1)),
      each(({ figures }) => figures.refusedAfter.toFixed(1)),
      each(({ figures }) => `${figures.readsServed} % of ${figures.readsSent}`),
      each(({ figures }) => `${figures.failed} of ${figures.requests}`),
      `${sum(({ verdict }) => verdict.unknown.applied)} / ${sum(({ verdict }) => verdict.unknown.absent)}`,
      sum(({ verdict }) => verdict.lost.length),
      sum(({ verdict }) => verdict.doubled.length),
      sum(({ verdict }) => verdict.falselyRefused.length),
      sum(({ verdict }) => verdict.answers.length),
    ]
  })
  const head =
    'fault | runs | write gap s | gap of the bare cluster s | refused after the gap s | reads served | ' +
    'failed requests | unknown: applied / not | lost | doubled | false `not-applied` | stale answers'
  const columns = head.split(' | ')
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Runs that took longer than their fault may take. On a busy machine that is no defect of the service. */
export function findSlow(runs: readonly Run[]): string[] {
  return runs.flatMap(({ fault: { name, maxGap, minReads }, figures: { writeGap, refusedAfter, readsServed } }) => [
    ...(writeGap > (maxGap ?? Infinity)
      ? [`${name}: ${writeGap} s without writes, at most ${maxGap} s are allowed`]
      : []),
    ...(refusedAfter > maxRefusedAfter
      ? [`${name}: requests refused for ${refusedAfter} s after the gap, at most ${maxRefusedAfter} s are allowed`]
      : []),
    ...(readsServed < (minReads ?? 0)
      ? [`${name}: ${readsServed} % of the reads were served, at least ${minReads} % are demanded`]
      : []),
  ])
}
