import { describe, expect, it } from 'vitest'
import { Recorder } from './Recorder.ts'
import { joinSnapshots, only } from './Snapshot.ts'
import { metricNames, metricOf } from './table.ts'
import { toMetricsText } from './toMetricsText.ts'
import { WorkerMetrics } from './WorkerMetrics.ts'

/** The lines of one metric. */
function linesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(name))
}

describe('the text', () => {
  it('has help, type and cumulative buckets, with escaped labels', () => {
    const recorder = new Recorder(['internal'])
    for (const milliseconds of [0.4, 1, 3, 20_000]) recorder.answered('read', 200, milliseconds)
    recorder.answered('none', 404)
    const text = toMetricsText({
      ...recorder.snapshot,
      tabularium_build_info: [{ labels: ['a"b\\c\nd', 'v24'], value: 1 }],
    })
    expect(text).toContain('tabularium_build_info{version="a\\"b\\\\c\\nd",node="v24"} 1\n')
    expect(text).toContain('# TYPE tabularium_request_duration_seconds histogram\n')
    expect(linesOf(text, 'tabularium_requests_total')).toEqual([
      'tabularium_requests_total{operation="read",status="200"} 4',
      'tabularium_requests_total{operation="none",status="404"} 1',
    ])
    const durations = linesOf(text, 'tabularium_request_duration_seconds')
    expect(durations.slice(0, 3)).toEqual([
      'tabularium_request_duration_seconds_bucket{operation="read",le="0.001"} 2',
      'tabularium_request_duration_seconds_bucket{operation="read",le="0.0025"} 2',
      'tabularium_request_duration_seconds_bucket{operation="read",le="0.005"} 3',
    ])
    expect(durations.slice(-3)).toEqual([
      'tabularium_request_duration_seconds_bucket{operation="read",le="+Inf"} 4',
      expect.stringMatching(/_sum\{operation="read"\} 20\.0044/),
      'tabularium_request_duration_seconds_count{operation="read"} 4',
    ])
    expect(linesOf(text, 'tabularium_failures_total')).toEqual(['tabularium_failures_total{code="internal"} 0'])
    expect(text.endsWith('\n')).toBe(true)
  })

  it('names metrics as Prometheus wants them: counters end with _total, and no other metric does', () => {
    for (const name of metricNames) {
      expect(name).toMatch(/^(tabularium|process|nodejs)_[a-z0-9_]+$/)
      expect([name, name.endsWith('_total')]).toEqual([name, metricOf(name).kind === 'counter'])
    }
  })
})

describe('the recorder', () => {
  it('times the stages of one request in 16', () => {
    const recorder = new Recorder([])
    const sampled = Array.from({ length: 64 }, () => recorder.sampleStages()).filter((onStage) => onStage)
    expect(sampled).toHaveLength(4)
    sampled[0]?.('plan', 2)
    expect(recorder.snapshot.tabularium_stage_duration_seconds).toEqual([{ labels: ['plan'], counts: [1], sum: 0.002 }])
  })

  it('counts statements, those that failed, and how many items shared one', () => {
    const recorder = new Recorder([])
    recorder.onStatement('record.read', 4, 3, 3)
    recorder.onStatement('record.read', 2, undefined, 1)
    recorder.onStatement('count.fold', 1, 1, undefined)
    const text = toMetricsText(recorder.snapshot)
    expect(text).toContain('tabularium_statement_duration_seconds_sum{statement="record.read"} 0.006\n')
    expect(text).toContain('tabularium_statement_duration_seconds_count{statement="count.fold"} 1\n')
    expect(text).toContain('tabularium_statements_failed_total{statement="record.read"} 1\n')
    expect(text).toContain('tabularium_batch_size_bucket{statement="record.read",le="1"} 1\n')
    expect(text).toContain('tabularium_batch_size_bucket{statement="record.read",le="4"} 2\n')
    expect(text).not.toContain('tabularium_batch_size_bucket{statement="count.fold"')
  })
})

describe('workers', () => {
  const of = (merges: number, lag: number, pending: number) => ({
    tabularium_merges_total: only(merges),
    nodejs_eventloop_lag_max_seconds: only(lag),
    tabularium_pool_abandoned: only(pending),
    tabularium_batch_size: [{ labels: ['record.read'], counts: [merges, 1], sum: 3 }],
  })

  it('are joined: what each did is added up, and of a delay the worst counts', () => {
    expect(joinSnapshots([of(2, 0.1, 1), of(3, 0.2, 4)])).toEqual({
      tabularium_merges_total: only(5),
      nodejs_eventloop_lag_max_seconds: only(0.2),
      tabularium_pool_abandoned: only(5),
      tabularium_batch_size: [{ labels: ['record.read'], counts: [5, 2], sum: 6 }],
    })
  })

  it('that end, or do not answer, never make a counter fall', () => {
    const metrics = new WorkerMetrics()
    const mergesOf = (pid: number | null, snapshot?: ReturnType<typeof of>) =>
      metrics.report(pid, snapshot).tabularium_merges_total?.map((figure) => 'value' in figure && figure.value)
    expect(mergesOf(1, of(7, 0, 3))).toEqual([7])
    expect(mergesOf(1)).toEqual([7])
    expect(mergesOf(null)).toEqual([7])
    expect(metrics.report(null, undefined).tabularium_pool_abandoned).toBeUndefined()
    expect(mergesOf(2, of(1, 0, 0))).toEqual([8])
    expect(mergesOf(2, of(2, 0, 0))).toEqual([9])
  })
})
