/** The figures of `/metrics` by name with labels, such as `tabularium_failures_total{code="internal"}`. */
export type Scraped = ReadonlyMap<string, number>

/** Reads `/metrics` and parses every line; a line that is not of the format fails. */
export async function scrape({ healthUrl }: { readonly healthUrl: string }): Promise<Scraped> {
  const response = await fetch(`${healthUrl}/metrics`)
  const text = await response.text()
  const type = response.headers.get('content-type')
  if (response.status !== 200 || type !== 'text/plain; version=0.0.4; charset=utf-8')
    throw new Error(`/metrics answered ${response.status} as ${type}: ${text}`)
  return parseMetrics(text)
}

const line = /^([a-z_][a-z0-9_]*(?:\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})?) (-?[\d.e+-]+)$/

function parseMetrics(text: string): Scraped {
  const figures = new Map<string, number>()
  for (const each of text.trimEnd().split('\n')) {
    if (/^# (HELP|TYPE) [a-z_][a-z0-9_]* \S/.test(each)) continue
    const [, name, value] = line.exec(each) ?? []
    if (name === undefined) throw new Error(`This is no line of a metric: ${each}`)
    if (figures.has(name)) throw new Error(`This metric is there twice: ${name}`)
    figures.set(name, Number(value))
  }
  return figures
}

/** The names of the metrics without labels and without the endings of histograms and summaries. */
export function namesIn(figures: Scraped): Set<string> {
  return new Set(Array.from(figures.keys(), (name) => name.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, '')))
}
