import { expect, it } from 'vitest'
import type { Log } from '../request/log.ts'
import type { FromWorker, ToWorker, WorkerProcess } from './WorkerProcess.ts'
import { WorkerSlot } from './WorkerSlot.ts'

it('a worker that is still starting drains as soon as it serves', async () => {
  const sent: ToWorker[] = []
  let [say, exit] = [(_: FromWorker) => {}, () => {}]
  const process: WorkerProcess = {
    pid: 1,
    send: (message) => void sent.push(message),
    onMessage: (listener) => void (say = listener),
    onExit: (listener) => void (exit = () => listener(0, null)),
    kill: () => {},
  }
  const slot = new WorkerSlot({ number: 1, log: { info: () => {} } as unknown as Log, fork: () => process })
  const started = slot.start({ tried: false })
  const drained = slot.drain(60_000)
  // Nobody listens in the worker yet.
  sent.length = 0
  say({ serving: 'http://127.0.0.1:1' })
  await started
  expect(sent).toEqual([{ drain: true }])
  exit()
  await drained
})
