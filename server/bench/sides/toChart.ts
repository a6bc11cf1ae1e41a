import { sideNames } from './Side.ts'
import type { Line, Report } from './toReport.ts'
import type { Work } from './Work.ts'

// Bars of requests a second, one group for each work, each with its own scale: the lengths are to be compared within a
// group.

const titles: Partial<Record<Work, string>> = {
  read: 'read: session and record',
  page: 'page of 20 (services: with the exact total)',
  create: 'create (Tabularium: with journal and counts)',
  update: 'update by version (Tabularium: with journal)',
}

const colours: Readonly<Record<string, string>> = {
  [sideNames.pgbench]: 'engine',
  [sideNames.raw]: 'engine',
  [sideNames.one]: 'ours',
  [sideNames.two]: 'ours',
}

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 } .note { font-size: 11px; fill: #59636e }
  .ours { fill: #0969da } .engine { fill: #8c959f } .other { fill: #bf8700 }
  .spread { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #9198a1 }
    .ours { fill: #4493f8 } .engine { fill: #6e7681 } .other { fill: #d29922 }
    .spread { stroke: #e6edf3 }
  }`

const [width, margin, left, right, barHeight, step] = [760, 8, 198, 100, 16, 24]
const [groupHead, groupGap, top] = [24, 14, 34]

/** The chart of the results at the highest number of connections, for light and dark pages. */
export function toChart({ about, options, lines, noise }: Report): string {
  const connections = Math.max(...options.connections)
  const groups = Object.entries(titles).flatMap(([work, title]) => {
    const own = lines.filter((line) => line.work === work && line.connections === connections)
    return own.length === 0 ? [] : [{ title, lines: own }]
  })
  let y = top
  const drawn = groups.map((group) => {
    const text = drawGroup(group.title, group.lines, y)
    y += groupHead + group.lines.length * step + groupGap
    return text
  })
  const notes = [
    `${options.records.toLocaleString('en')} records, ${connections} connections; medians of ${options.rounds} ` +
      `round${options.rounds === 1 ? '' : 's'}, lines from the lowest to the highest`,
    `${about.processors} × ${about.processor}, PostgreSQL ${about.postgres}, Node ${about.node}; client, services ` +
      'and database share the machine',
    ...(noise.quiet
      ? []
      : ['The machine was busy with other things as well, which hurts those with few processes most.']),
  ]
  const height = y + notes.length * 16 + 6
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
  width="${width}" height="${height}" role="img" aria-label="Requests a second">
<style>${style}
</style>
<text class="title" x="${margin}" y="16">Requests a second</text>
${drawn.join('\n')}
${notes
  .map((note, index) => `<text class="note" x="${margin}" y="${y + 12 + index * 16}">${escape(note)}</text>`)
  .join('\n')}
</svg>
`
}

function drawGroup(title: string, lines: readonly Line[], y: number): string {
  const scale = (width - left - right) / Math.max(...lines.map(({ rate }) => rate.high))
  const bars = lines.map((line, index) => drawBar(line, y + groupHead + index * step, scale))
  return [`<text class="title" x="${margin}" y="${y + 14}">${escape(title)}</text>`, ...bars].join('\n')
}

function drawBar({ side, rate }: Line, y: number, scale: number): string {
  const middle = y + barHeight / 2
  const [low, high] = [at(rate.low, scale), at(rate.high, scale)]
  const figure = rate.median < 100 ? rate.median.toFixed(1) : Math.round(rate.median).toLocaleString('en')
  return `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escape(side)}</text>
<rect class="${colours[side] ?? 'other'}" x="${left}" y="${y}"
  width="${Math.max(1, rate.median * scale).toFixed(1)}" height="${barHeight}" rx="2"/>
<line class="spread" x1="${low}" y1="${middle}" x2="${high}" y2="${middle}"/>
<text x="${Number(high) + 8}" y="${y + 13}">${figure}</text>`
}

function at(rate: number, scale: number): string {
  return (left + rate * scale).toFixed(1)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
