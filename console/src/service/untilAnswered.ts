import { isUnknown } from './isFailure.ts'

/** How long an answer that was lost is waited for before it is asked for again, in milliseconds. */
const pause = 3_000

/** Asks for a write until somebody has answered: under its key, it is done once. */
export async function untilAnswered<Answer>(write: () => Promise<Answer>, onLost?: () => void): Promise<Answer> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isUnknown(error)) throw error
      onLost?.()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
