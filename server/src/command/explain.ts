import { Failure } from '../failure/failure.ts'
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

/** The exit code and the message for an error of a command. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommandFailure) return { exit: error.exit, message: error.message }
  if (error instanceof SettingsMistakes || error instanceof ModelMistakes)
    return { exit: 'usage', message: error.message }
  if (error instanceof Failure) return explainFailure(error)
  if (!(error instanceof Error)) return { exit: 'failure', message: String(error) }
  return (
    explainByName(error) ??
    explainMissingBinding(error) ??
    explainSqlState(error) ??
    explainSystemError(error) ?? { exit: 'failure', message: error.message }
  )
}

/** A failure's message is for clients. The operator gets the cause and what to do. */
function explainFailure(failure: Failure): Explanation {
  return failure.code === 'unavailable'
    ? { exit: 'unreachable', message: whyUnreachable(failure.details.cause) }
    : { exit: 'failure', message: failure.message }
}

/** Compares the name, since importing the class would load the whole service. */
function explainByName(error: Error): Explanation | undefined {
  return error.name === 'SchemaDiffers' ? { exit: 'schemaDiffers', message: error.message } : undefined
}

/** The native part of the password hash is an optional package for each platform, which npm can leave out. */
function explainMissingBinding(error: Error): Explanation | undefined {
  if (!/native binding/.test(error.message)) return undefined
  const messages: string[] = []
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) messages.push(cause.message)
  const names = messages.flatMap((message) => /'(@node-rs\/argon2-[\w-]+)'/.exec(message)?.[1] ?? [])
  const name = names.find((one) => !one.includes('wasm')) ?? '@node-rs/argon2'
  return {
    exit: 'failure',
    message:
      `The package ${name}, which hashes passwords, is not installed. It is an optional dependency, and ` +
      '--omit=optional leaves it out, as does a lock file that was made on another platform: ' +
      'install again without --omit=optional, or add it with npm install.',
  }
}

function explainSqlState(error: Error): Explanation | undefined {
  const state = findSqlState(error)
  if (state === undefined) return undefined
  if (state === '42P01' || state === '3F000' || state === '42703')
    return { exit: 'schemaDiffers', message: 'The schema is missing or old. Run: npx tabularium migrate apply' }
  if (state === '42501')
    return { exit: 'failure', message: `The database user may not do this (${error.message}): grant it the right.` }
  if ('constraint' in error && error.constraint === 'last_administrator')
    return { exit: 'failure', message: `${error.message} Make somebody else an administrator first.` }
  return { exit: 'failure', message: `The database refused: ${error.message} (${state}).` }
}

/** Node's error about a port, with the flag for that port; `--port` if absent. */
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
