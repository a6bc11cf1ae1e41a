import * as kind from './kinds.ts'
import { limitSettings } from './limitSettings.ts'
import type { Setting } from './Setting.ts'
import { sessionSettings } from './sessionSettings.ts'

const every = ['demo', 'serve', 'migrate', 'doctor', 'user', 'models', 'config'] as const
const database = ['serve', 'migrate', 'doctor', 'user', 'config'] as const
const server = ['serve', 'config'] as const

/**
 * Every setting of Tabularium. The type, the reading, the help texts, `config print` and the reference page come from
 * here.
 */
export const settingsTable = {
  databaseUrl: {
    kind: kind.databaseUrl,
    description: 'The PostgreSQL database; several hosts may be named, and the primary among them is found.',
    commands: database,
    secret: true,
    variable: 'DATABASE_URL',
  },
  directDatabaseUrl: {
    kind: kind.databaseUrl,
    description: 'The same database past a connection pooler, for what a pooler cannot do, such as migrations.',
    commands: ['serve', 'migrate', 'doctor', 'config'],
    derived: { from: 'databaseUrl', says: 'the database URL', derive: (text) => text },
    secret: true,
  },
  models: {
    kind: kind.folder,
    description: 'The folder that declares the models.',
    commands: ['serve', 'migrate', 'doctor', 'models', 'config'],
    default: 'models',
  },
  host: {
    kind: kind.host,
    description: 'The address of this machine to serve on.',
    commands: server,
    default: '127.0.0.1',
  },
  port: {
    kind: kind.port,
    description: 'The port to serve on; 0 takes a free one.',
    commands: ['serve', 'demo', 'config'],
    default: '8080',
  },
  healthHost: {
    kind: kind.host,
    description: 'The address of this machine for /live, /ready and /status.',
    commands: server,
    default: '127.0.0.1',
  },
  healthPort: {
    kind: kind.port,
    description: 'The port for /live, /ready and /status; 0 takes a free one.',
    commands: server,
    derived: { from: 'port', says: 'the port after the port to serve on', derive: nextPort },
  },
  workers: {
    kind: kind.countOrAuto(1, 256),
    description: 'How many processes answer requests; auto means one for each core.',
    commands: server,
    default: '1',
  },
  publicUrl: {
    kind: kind.origin,
    description:
      'The web address that clients use, where it is not plain http on the host and port, such as ' +
      'https://records.example.com.',
    commands: server,
    optional: true,
  },
  allowPlainHttp: {
    kind: kind.boolean,
    description:
      'Whether to serve plain http to other machines, where anyone on the way can read passwords and records.',
    commands: server,
    default: 'false',
  },
  origins: {
    kind: kind.origins,
    description: 'Further web origins whose pages may write, separated by commas.',
    commands: server,
    default: '',
  },
  trustProxy: {
    kind: kind.proxies,
    description:
      'Whose X-Forwarded-For header is believed: the addresses of proxies, separated by commas, or true for whoever ' +
      'connects.',
    commands: server,
    default: 'false',
  },
  ...sessionSettings,
  keyLifetime: {
    kind: kind.duration('1m', '365d'),
    description: 'How long the answer to a write with an Idempotency-Key is kept for a repeat.',
    commands: server,
    default: '24h',
  },
  foldInterval: {
    kind: kind.duration('50ms', '1m'),
    description: 'How often the appended changes of counts are folded together.',
    commands: server,
    default: '500ms',
  },
  ...limitSettings,
  logLevel: {
    kind: kind.choice(['debug', 'info', 'warn', 'error', 'silent']),
    description: 'How much is logged; debug also shows where an error of a command came from.',
    commands: every,
    default: 'info',
  },
} as const satisfies Record<string, Setting>

export type SettingsTable = typeof settingsTable
export type SettingName = keyof SettingsTable

/** The names in the order of the table. */
export const settingNames = Object.keys(settingsTable) as SettingName[]

/** The setting by name, with the optional members that only some rows have. */
export function settingOf(name: SettingName): Setting {
  return settingsTable[name]
}

/** `sessionIdle` is set by `TABULARIUM_SESSION_IDLE`. */
export function variableOf(name: SettingName): string {
  return settingOf(name).variable ?? `TABULARIUM_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

/** `sessionIdle` is set by `--session-idle`. */
export function flagOf(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}

function nextPort(port: string): string {
  return port === '0' ? '0' : `${Number(port) + 1}`
}
