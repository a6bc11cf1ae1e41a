import * as kind from './kinds.ts'
import { limitSettings } from './limitSettings.ts'
import { mailSettings } from './mailSettings.ts'
import type { Setting } from './Setting.ts'
import { sessionSettings } from './sessionSettings.ts'
import { signInSettings } from './signInSettings.ts'
import { timeZone } from './timeZone.ts'
import { workSettings } from './workSettings.ts'

const every = ['demo', 'dev', 'serve', 'migrate', 'doctor', 'user', 'models', 'types', 'config'] as const
const database = ['serve', 'migrate', 'doctor', 'user', 'config'] as const
const server = ['serve', 'config'] as const

/** All settings. Their types, parsers and help texts, `config print` and the reference page come from this table. */
export const settingsTable = {
  databaseUrl: {
    kind: kind.databaseUrl,
    description: 'The PostgreSQL database. The URL may have several hosts; the service finds the primary among them.',
    commands: database,
    secret: true,
    variable: 'DATABASE_URL',
  },
  directDatabaseUrl: {
    kind: kind.databaseUrl,
    description: 'The same database without a connection pooler, for what a pooler cannot do, such as migrations.',
    commands: ['serve', 'migrate', 'doctor', 'config'],
    derived: { from: 'databaseUrl', describedAs: 'the database URL', derive: (text) => text },
    secret: true,
  },
  readFrom: {
    kind: kind.choice(['primary', 'standby']),
    description:
      'Which hosts of the database URL answer requests that only read: the primary, or standbys that have replayed ' +
      'every acknowledged write.',
    commands: server,
    default: 'primary',
  },
  models: {
    kind: kind.folder,
    description: 'The folder that declares the models.',
    commands: ['dev', 'serve', 'migrate', 'doctor', 'models', 'types', 'openapi', 'config'],
    default: 'models',
  },
  timeZone: {
    kind: timeZone,
    description: 'The time zone of the place, whose day counts; that of application() if it is not set.',
    commands: ['dev', 'serve', 'migrate', 'doctor', 'models', 'openapi', 'config'],
    optional: true,
  },
  url: {
    kind: kind.origin,
    description: 'For tabularium types: the running service to read the models from, instead of the folder.',
    commands: ['types'],
    optional: true,
  },
  key: {
    kind: { ...kind.text, placeholder: 'key', example: 'tab_…' },
    description:
      'For tabularium types: an API key of that service. Other users of the machine can see a flag, so set the ' +
      'variable.',
    commands: ['types'],
    optional: true,
    secret: true,
  },
  host: {
    kind: kind.host,
    description: 'The address of this machine to listen on.',
    commands: server,
    default: '127.0.0.1',
  },
  port: {
    kind: kind.port,
    description: 'The port to listen on; 0 means any free port.',
    commands: ['serve', 'demo', 'dev', 'config'],
    default: '8080',
  },
  healthHost: {
    kind: kind.host,
    description: 'The address of this machine for /live, /ready, /status and /metrics.',
    commands: server,
    default: '127.0.0.1',
  },
  healthPort: {
    kind: kind.port,
    description: 'The port for /live, /ready, /status and /metrics; 0 means any free port.',
    commands: server,
    derived: { from: 'port', describedAs: 'the port after the port of the service', derive: nextPort },
  },
  workers: {
    kind: kind.countOrAuto(1, 256),
    description: 'How many processes answer requests; auto means one per core.',
    commands: server,
    default: '1',
  },
  publicUrl: {
    kind: kind.origin,
    description:
      'The web address that clients use, such as https://records.example.com, if it is not plain http on the host ' +
      'and port.',
    commands: ['serve', 'doctor', 'openapi', 'config'],
    optional: true,
  },
  allowPlainHttp: {
    kind: kind.boolean,
    description:
      'Whether to serve plain http to other machines; anyone on the network can then read passwords and records.',
    commands: server,
    default: 'false',
  },
  origins: {
    kind: kind.origins,
    description: 'Other web origins whose pages may use the service, separated by commas.',
    commands: ['serve', 'dev', 'config'],
    default: '',
  },
  console: {
    kind: kind.boolean,
    description: 'Whether to serve the console, the pages for people, under /console/.',
    commands: server,
    default: 'true',
  },
  trustProxy: {
    kind: kind.proxies,
    description:
      'Whose X-Forwarded-For header is trusted: the addresses of proxies, separated by commas, or true for all.',
    commands: server,
    default: 'false',
  },
  ...sessionSettings,
  ...signInSettings,
  keyLifetime: {
    kind: kind.duration('1m', '365d'),
    description: 'How long the answer to a write with an Idempotency-Key is stored for retries.',
    commands: server,
    default: '24h',
  },
  foldInterval: {
    kind: kind.duration('50ms', '1m'),
    description: 'How often the appended changes of counts are folded into the counts at most, after writes.',
    commands: server,
    default: '500ms',
  },
  releaseInterval: {
    kind: kind.duration('10ms', '1m'),
    description: 'How often committed changes are released to the change feed at most, after writes.',
    commands: server,
    default: '100ms',
  },
  webhookNetworks: {
    kind: kind.networks,
    description:
      'The addresses outside the public internet that webhooks may be sent to, separated by commas; plain http is ' +
      'possible to these alone.',
    commands: server,
    default: '',
  },
  ...limitSettings,
  ...workSettings,
  ...mailSettings,
  serverTiming: {
    kind: kind.boolean,
    description:
      'Whether answers tell how long their stages took, in the header Server-Timing; any client can read it.',
    commands: server,
    default: 'false',
  },
  logLevel: {
    kind: kind.choice(['debug', 'info', 'warn', 'error', 'silent']),
    description: 'How much is logged; debug also shows the stack of an error.',
    commands: every,
    default: 'info',
  },
} as const satisfies Record<string, Setting>

export type SettingsTable = typeof settingsTable
export type SettingName = keyof SettingsTable

/** The names in the order of the table. */
export const settingNames = Object.keys(settingsTable) as SettingName[]

/** A setting by name, with the optional members that only some settings have. */
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
