import { describe, expect, it, vi } from 'vitest'
import type { FromWorker, WorkerProcess } from '../../workers/WorkerProcess.ts'
import { DevService } from './DevService.ts'
import type { Task } from './Task.ts'

/** A process that does what the test says. */
class Worker implements WorkerProcess {
  readonly pid = 1
  #tell: (message: FromWorker) => void = () => {}
  #end: (code: number | null, signal: string | null) => void = () => {}
  send = () => this.#end(0, null)
  kill = () => this.#end(null, 'SIGKILL')
  onMessage = (listener: (message: FromWorker) => void) => void (this.#tell = listener)
  onExit = (listener: (code: number | null, signal: string | null) => void) => void (this.#end = listener)
  serve = () => this.#tell({ serving: 'http://127.0.0.1:4711' })
  fail = () => this.#end(2, null)
}

function start() {
  const workers: Worker[] = []
  const ports: number[] = []
  const notes: string[] = []
  const service = new DevService({
    databaseUrl: '',
    newPassword: false,
    port: 0,
    fork: (task) => {
      ports.push((JSON.parse(task) as Task).port)
      return workers[workers.push(new Worker()) - 1] as Worker
    },
    note: (sentence) => void notes.push(sentence),
    onPending: () => {},
  })
  service.start('ask')
  return { service, workers, ports, notes }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('several changes, one soon after the other', () => {
  it('are answered each: a check that has begun is finished, and the next one has the latest files', async () => {
    const { service, workers } = start()
    for (const _ of [1, 2, 3]) service.start('ask')
    expect(workers).toHaveLength(1)
    workers[0]?.fail()
    expect(workers).toHaveLength(2)
    workers[1]?.serve()
    await settled()
    expect(workers).toHaveLength(2)
    service.start('ask')
    service.start('ask')
    workers[2]?.serve()
    await settled()
    expect(workers).toHaveLength(4)
  })

  it('end a check that takes too long', () => {
    vi.useFakeTimers()
    try {
      const { service, workers, notes } = start()
      vi.advanceTimersByTime(60_000)
      expect(notes).toEqual([])
      service.start('ask')
      vi.advanceTimersByTime(60_000)
      expect(workers).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

it('keeps any port that was served: shared while a worker runs, by its number after that', async () => {
  const { service, workers, ports } = start()
  workers[0]?.serve()
  await settled()
  service.start('ask')
  workers[1]?.serve()
  await settled()
  workers[1]?.fail()
  service.start('ask')
  expect(ports).toEqual([0, 0, 4711])
})
