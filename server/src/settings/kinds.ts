import { isIP } from 'node:net'
import { toAddresses, withoutPassword } from '../postgres/address.ts'

/** A form that the text of a setting may have. */
export interface Kind<T> {
  /** What stands for the value in a help text. */
  readonly placeholder: string
  /** A value to show where one was written wrongly. */
  readonly example: string
  /** Gives the value, or throws a TypeError whose message says what the text must be. */
  read(text: string): T
  /** A secret's text as it may be shown. */
  mask?(text: string): string
}

export const databaseUrl: Kind<string> = {
  placeholder: 'url',
  example: 'postgres://user:password@127.0.0.1:5432/tabularium',
  read: (text) => {
    for (const address of toAddresses(text))
      if (!URL.canParse(address))
        throw new TypeError(
          'must be an address that can be read: write special characters of the password as %40, %2F and so on',
        )
    return text
  },
  mask: withoutPassword,
}

export const text: Kind<string> = { placeholder: 'text', example: 'text', read: (given) => given }

export const folder: Kind<string> = { ...text, placeholder: 'folder', example: 'models' }

export const host: Kind<string> = {
  placeholder: 'host',
  example: '127.0.0.1',
  read: (given) => {
    if (!/^[A-Za-z0-9._-]+$|^[0-9a-fA-F:]+$/.test(given))
      throw new TypeError('must be an address of this machine without a port, such as 127.0.0.1, 0.0.0.0 or ::1')
    return given
  },
}

export const port: Kind<number> = {
  placeholder: 'port',
  example: '8080',
  read: (given) => parseWhole(given, 0, 65_535, 'must be a port from 0 to 65535, where 0 lets the system choose'),
}

export const boolean: Kind<boolean> = {
  placeholder: 'true|false',
  example: 'true',
  read: (given) => {
    if (given !== 'true' && given !== 'false') throw new TypeError('must be true or false')
    return given === 'true'
  },
}

/** Proxies that are believed; true and false for all and none. */
export const proxies: Kind<boolean | readonly string[]> = {
  placeholder: 'true|false|addresses',
  example: '10.0.0.5,10.1.0.0/16',
  read: (given) => {
    if (given === 'true' || given === 'false') return given === 'true'
    const networks = given.split(',').map((part) => part.trim())
    if (networks.every(isNetwork)) return networks
    throw new TypeError('must be true, false, or addresses and networks of proxies separated by commas')
  },
}

/** A whole number within bounds. */
export function count(least: number, most: number): Kind<number> {
  return {
    placeholder: 'number',
    example: `${Math.max(least, Math.min(most, 10))}`,
    read: (given) => parseWhole(given, least, most, `must be a whole number from ${least} to ${most}`),
  }
}

/** A whole number within bounds, or `auto`. */
export function countOrAuto(least: number, most: number): Kind<number | 'auto'> {
  return {
    placeholder: 'number|auto',
    example: 'auto',
    read: (given) =>
      given === 'auto'
        ? given
        : parseWhole(given, least, most, `must be auto or a whole number from ${least} to ${most}`),
  }
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * A length of time; the value is in milliseconds. The bounds keep a timer from overflowing and a wait from never
 * ending.
 */
export function duration(least: string, most: string): Kind<number> {
  const [lower, upper] = [toMilliseconds(least), toMilliseconds(most)]
  return {
    placeholder: 'time',
    example: most,
    read: (given) => {
      const time = toMilliseconds(given)
      if (!(time >= lower && time <= upper))
        throw new TypeError(
          `must be a time from ${least} to ${most}, written with its unit: 500ms, 30s, 60m, 12h or 7d`,
        )
      return time
    },
  }
}

const bytes: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

/** An amount of memory; the value is in bytes. */
export function size(least: string, most: string): Kind<number> {
  const [lower, upper] = [toBytes(least), toBytes(most)]
  return {
    placeholder: 'size',
    example: '1MiB',
    read: (given) => {
      const amount = toBytes(given)
      if (!(amount >= lower && amount <= upper))
        throw new TypeError(`must be a size from ${least} to ${most}, written with its unit: 512KiB or 1MiB`)
      return amount
    },
  }
}

export function choice<const Option extends string>(options: readonly Option[]): Kind<Option> {
  return {
    placeholder: options.join('|'),
    example: options[0] ?? '',
    read: (given) => {
      const option = options.find((candidate) => candidate === given)
      if (option === undefined) throw new TypeError(`must be one of ${options.join(', ')}`)
      return option
    },
  }
}

/** The web address of the whole service: it has no path, since the paths are the service's own. */
export const origin: Kind<string> = { placeholder: 'url', example: 'https://records.example.com', read: parseOrigin }

export const origins: Kind<readonly string[]> = {
  placeholder: 'url,url',
  example: 'https://app.example.com,https://admin.example.com',
  read: (given) => (given === '' ? [] : given.split(',').map((part) => parseOrigin(part.trim()))),
}

/** Browsers send an origin in exactly one spelling, so only that spelling is taken. */
function parseOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new TypeError('must begin with https:// or http:// and a host')
  if (url.origin !== given)
    throw new TypeError(`must be an origin without path, user or default port: write ${url.origin}`)
  return given
}

function isNetwork(given: string): boolean {
  const [address = '', length, ...others] = given.split('/')
  const version = isIP(address)
  if (version === 0 || others.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

function parseWhole(given: string, least: number, most: number, fault: string): number {
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= least && value <= most)) throw new TypeError(fault)
  return value
}

function toMilliseconds(given: string): number {
  const [, number, unit = ''] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(given) ?? []
  return Number(number) * (milliseconds[unit] ?? Number.NaN)
}

function toBytes(given: string): number {
  const [, number, unit = ''] = /^(\d{1,12})(B|KiB|MiB|GiB)$/.exec(given) ?? []
  return Number(number) * (bytes[unit] ?? Number.NaN)
}
