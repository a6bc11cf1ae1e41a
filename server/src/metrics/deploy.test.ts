import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames, variableOf } from '../settings/table.ts'
import { metricNames, metricOf, type MetricName } from './table.ts'

const root = resolve(import.meta.dirname, '../../..')
const rules = 'deploy/prometheus/rules.yml'
const dashboard = 'deploy/grafana/tabularium.json'
const tests = 'deploy/prometheus/rules.test.yml'
const monitor = 'docs/how-to/operation/monitor.md'

/** The endings that a metric has in `/metrics`. */
const endings = { counter: [''], gauge: [''], histogram: ['_bucket', '_sum', '_count'], summary: ['_sum', '_count'] }

/** The full names that `/metrics` serves, with their metrics. */
const served = new Map<string, MetricName>(
  metricNames.flatMap((name) => endings[metricOf(name).kind].map((ending) => [`${name}${ending}`, name] as const)),
)

/** Labels that Prometheus itself adds. */
const added = ['job', 'instance', 'le']

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll('\\"', '"')
}

/** Every metric that a text names, with its selected labels; `tabularium:…` are names of the rules themselves. */
function metricsIn(text: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const pattern = /(?<![\w:])((?:tabularium|process|nodejs)_[a-z0-9_]+)(?::\S*)?(?:\{([^}]*)\})?/g
  return Array.from(text.matchAll(pattern), ([, name = '', selector = '']) => ({
    name,
    labels: Array.from(selector.matchAll(/(\w+)(?:=~?|!=|!~)"/g), ([, label = '']) => label),
  }))
}

describe.each([rules, tests, dashboard, monitor])('%s', (path) => {
  const named = metricsIn(textOf(path))

  it('names only metrics that are served', () => {
    expect(named.length).toBeGreaterThan(7)
    expect(named.map(({ name }) => name).filter((name) => !served.has(name))).toEqual([])
  })

  it('selects by labels that they have', () => {
    const wrong = named.flatMap(({ name, labels }) => {
      const own = metricOf(served.get(name) ?? 'tabularium_build_info').labels
      return labels.filter((label) => !own.includes(label) && !added.includes(label)).map((label) => `${name} ${label}`)
    })
    expect(wrong).toEqual([])
  })
})

it('the dashboard shows every metric of the service except those that nobody watches over time', () => {
  const shown = new Set(metricsIn(textOf(dashboard)).map(({ name }) => served.get(name)))
  expect(metricNames.filter((name) => !shown.has(name))).toEqual([
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p50_seconds',
    'tabularium_draining',
    'tabularium_journal_rows',
    'tabularium_journal_months_ahead',
  ])
})

it('the deployed files set only variables that are settings', () => {
  const known = new Set(settingNames.map((name) => variableOf(name)))
  const files = globSync('deploy/{systemd,compose,kubernetes}/*', { cwd: root })
  const used = files.flatMap((file) => textOf(file).match(/\bTABULARIUM_[A-Z_]+|\bDATABASE_URL\b/g) ?? [])
  expect(new Set(used).size).toBeGreaterThan(5)
  expect(used.filter((variable) => !known.has(variable))).toEqual([])
})

/** Debian's package prometheus brings it. `npm run test:deploy` checks these files also where it is not installed. */
function hasPromtool(): boolean {
  try {
    return execFileSync('promtool', ['--version']).length > 0
  } catch {
    return false
  }
}

it('the rules pass their own tests, where promtool is installed', () => {
  expect(textOf(tests)).toContain('rule_files: [rules.yml]')
  if (hasPromtool())
    execFileSync('promtool', ['test', 'rules', 'rules.test.yml'], { cwd: join(root, 'deploy/prometheus') })
})
