import { Failure } from '../failure.ts'
import { ModelMistakes } from '../model/loadModels.ts'
import { findSqlState } from '../postgres/Connection.ts'
import { SettingsMistakes } from '../settings/parseSettings.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { ExitName } from './exitCodes.ts'
import { whyUnreachable } from './openConnection.ts'

export interface Explanation {
  readonly exit: ExitName
  readonly message: string
}

/** What any error of a command means to the person before the screen. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommandFailure) return { exit: error.exit, message: error.message }
  if (error instanceof SettingsMistakes || error instanceof ModelMistakes)
    return { exit: 'usage', message: error.message }
  if (error instanceof Failure) return explainFailure(error)
  if (!(error instanceof Error)) return { exit: 'failure', message: String(error) }
  return (
    explainByName(error) ??
    explainSqlState(error) ??
    explainSystemError(error) ?? { exit: 'failure', message: error.message }
  )
}

/** The service's own words are for its clients; who starts it can mend more. */
function explainFailure(failure: Failure): Explanation {
  return failure.code === 'unavailable'
    ? { exit: 'unreachable', message: whyUnreachable(failure.details.cause) }
    : { exit: 'failure', message: failure.message }
}

/** The error's file would load the whole service, so the name is asked. */
function explainByName(error: Error): Explanation | undefined {
  return error.name === 'SchemaDiffers' ? { exit: 'schemaDiffers', message: error.message } : undefined
}

function explainSqlState(error: Error): Explanation | undefined {
  const state = findSqlState(error)
  if (state === undefined) return undefined
  if (state === '42P01' || state === '3F000' || state === '42703')
    return { exit: 'schemaDiffers', message: 'The schema is missing or old. Run: tabularium migrate apply' }
  if (state === '42501')
    return { exit: 'failure', message: `The database user may not do this (${error.message}): grant it the right.` }
  if ('constraint' in error && error.constraint === 'last_administrator')
    return { exit: 'failure', message: `${error.message} Make somebody else an administrator first.` }
  return { exit: 'failure', message: `The database refused: ${error.message} (${state}).` }
}

/** What Node says of a port, and the flag that chooses it where that is not `--port`. */
interface SystemError {
  readonly code?: string
  readonly address?: string
  readonly port?: number
  readonly flag?: string
}

function explainSystemError(error: Error): Explanation | undefined {
  const { code, address, port, flag = '--port' } = error as SystemError
  if (code === 'EADDRINUSE')
    return {
      exit: 'failure',
      message: `Port ${port} of ${address} is taken: stop the program that uses it, or choose another with ${flag}.`,
    }
  if (code === 'EACCES' && port !== undefined)
    return {
      exit: 'failure',
      message: `Port ${port} may not be used by this user: choose one from 1024 on with ${flag}.`,
    }
  if (code === 'EADDRNOTAVAIL')
    return {
      exit: 'failure',
      message: `${address} is not an address of this machine: correct --host or --health-host.`,
    }
  return undefined
}
