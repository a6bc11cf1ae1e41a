/** Told of every stage of a request when it ends, whether it succeeded or not: its name, and how long it took. */
export type OnStage = (stage: string, milliseconds: number) => void

/** Does the work of a stage, and tells how long it took. The clock is not read where nobody is told. */
export function timed<T>(onStage: OnStage | undefined, stage: string, work: () => T): T {
  if (!onStage) return work()
  const start = performance.now()
  const tell = () => onStage(stage, performance.now() - start)
  let result: T
  try {
    result = work()
  } catch (error) {
    tell()
    throw error
  }
  if (result instanceof Promise) result.then(tell, tell)
  else tell()
  return result
}
