import type { ExitName } from './exitCodes.ts'

/** Thrown where a command cannot do what was asked. The message is for people and says what to do; empty, it was said already. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exit: ExitName

  constructor(exit: ExitName, message: string, cause?: unknown) {
    super(message, { cause })
    this.exit = exit
  }
}
