import type { ExitName } from './exitCodes.ts'

/** Thrown if a command fails. The message says what to do; it is empty if the output has said it already. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exit: ExitName

  constructor(exit: ExitName, message: string, cause?: unknown) {
    super(message, { cause })
    this.exit = exit
  }
}
