import { installTestClock, setTestClock } from '../../schema/testClock.ts'
import { withConnection } from '../openConnection.ts'

interface Opened {
  readonly url: string
  readonly connectTimeout: number
}

/** The clock of a test database. */
export class TestClock {
  readonly #opened: Opened
  #last: Promise<unknown> = Promise.resolve()

  private constructor(opened: Opened) {
    this.#opened = opened
  }

  static async install(opened: Opened): Promise<TestClock> {
    await withConnection(opened.url, opened.connectTimeout, installTestClock)
    return new TestClock(opened)
  }

  /** Does the work as if it were another moment. Only one such work is done at a time; others see its moment, too. */
  at<T>(moment: Date | undefined, work: () => Promise<T>): Promise<T> {
    if (moment === undefined) return work()
    const done = this.#last.then(async () => {
      await this.#set(moment)
      try {
        return await work()
      } finally {
        await this.#set(null)
      }
    })
    this.#last = done.catch(() => {})
    return done
  }

  async #set(moment: Date | null): Promise<void> {
    const { url, connectTimeout } = this.#opened
    await withConnection(url, connectTimeout, (connection) => setTestClock(connection, moment))
  }
}
