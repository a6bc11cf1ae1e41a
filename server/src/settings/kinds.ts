import { isNetwork } from '../request/networks.ts'
import { toAddresses, withoutPassword } from '../postgres/address.ts'

/** The kind of value that a setting has. */
export interface Kind<T> {
  /** The placeholder of the value in help texts. */
  readonly placeholder: string
  /** An example value for error messages. */
  readonly example: string
  /** Returns the value, or throws a TypeError whose message says what the text must be. */
  parse(text: string): T
  /** Masks the secret part of the text. */
  mask?(text: string): string
}

/** The URL of a PostgreSQL database. */
export const databaseUrl: Kind<string> = {
  placeholder: 'url',
  example: 'postgres://user:password@127.0.0.1:5432/tabularium',
  parse: (text) => {
    for (const address of toAddresses(text))
      if (!URL.canParse(address))
        throw new TypeError('must be a valid URL: write special characters of the password as %40, %2F and so on')
    return text
  },
  mask: withoutPassword,
}

/** Any text. */
export const text: Kind<string> = { placeholder: 'text', example: 'text', parse: (given) => given }

/** A path to a folder. */
export const folder: Kind<string> = { ...text, placeholder: 'folder', example: 'models' }

/** A host name or address to listen on. */
export const host: Kind<string> = {
  placeholder: 'host',
  example: '127.0.0.1',
  parse: (given) => {
    if (!/^[A-Za-z0-9._-]+$|^[0-9a-fA-F:]+$/.test(given))
      throw new TypeError('must be an address of this machine without a port, such as 127.0.0.1, 0.0.0.0 or ::1')
    return given
  },
}

/** A port to listen on. */
export const port: Kind<number> = {
  placeholder: 'port',
  example: '8080',
  parse: (given) => parseWhole(given, 0, 65_535, 'must be a port from 0 to 65535, where 0 lets the system choose'),
}

/** True or false. */
export const boolean: Kind<boolean> = {
  placeholder: 'true|false',
  example: 'true',
  parse: (given) => {
    if (given !== 'true' && given !== 'false') throw new TypeError('must be true or false')
    return given === 'true'
  },
}

/** Trusted proxies; true and false mean all and none. */
export const proxies: Kind<boolean | readonly string[]> = {
  placeholder: 'true|false|addresses',
  example: '10.0.0.5,10.1.0.0/16',
  parse: (given) => {
    if (given === 'true' || given === 'false') return given === 'true'
    const networks = given.split(',').map((part) => part.trim())
    if (networks.every(isNetwork)) return networks
    throw new TypeError('must be true, false, or addresses and networks of proxies separated by commas')
  },
}

/** Addresses and networks, separated by commas. */
export const networks: Kind<readonly string[]> = {
  placeholder: 'addresses',
  example: '10.0.0.5,10.1.0.0/16',
  parse: (given) => {
    const found = given === '' ? [] : given.split(',').map((part) => part.trim())
    if (found.every(isNetwork)) return found
    throw new TypeError('must be addresses and networks separated by commas')
  },
}

/** A whole number within bounds. */
export function count(min: number, max: number): Kind<number> {
  return {
    placeholder: 'number',
    example: `${Math.max(min, Math.min(max, 10))}`,
    parse: (given) => parseWhole(given, min, max, `must be a whole number from ${min} to ${max}`),
  }
}

/** A whole number within bounds, or `auto`. */
export function countOrAuto(min: number, max: number): Kind<number | 'auto'> {
  return {
    placeholder: 'number|auto',
    example: 'auto',
    parse: (given) =>
      given === 'auto' ? given : parseWhole(given, min, max, `must be auto or a whole number from ${min} to ${max}`),
  }
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * A length of time; the value is in milliseconds. The bounds keep a timer from overflowing and a wait from never
 * ending.
 */
export function duration(min: string, max: string): Kind<number> {
  const [lower, upper] = [toMilliseconds(min), toMilliseconds(max)]
  return {
    placeholder: 'time',
    example: max,
    parse: (given) => {
      const time = toMilliseconds(given)
      if (!(time >= lower && time <= upper))
        throw new TypeError(`must be a time from ${min} to ${max}, written with its unit: 500ms, 30s, 60m, 12h or 7d`)
      return time
    },
  }
}

const bytes: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

/** An amount of memory; the value is in bytes. */
export function size(min: string, max: string): Kind<number> {
  const [lower, upper] = [toBytes(min), toBytes(max)]
  return {
    placeholder: 'size',
    example: '1MiB',
    parse: (given) => {
      const amount = toBytes(given)
      if (!(amount >= lower && amount <= upper))
        throw new TypeError(`must be a size from ${min} to ${max}, written with its unit: 512KiB or 1MiB`)
      return amount
    },
  }
}

/** One of some words. */
export function choice<const Option extends string>(options: readonly Option[]): Kind<Option> {
  return {
    placeholder: options.join('|'),
    example: options[0] ?? '',
    parse: (given) => {
      const option = options.find((candidate) => candidate === given)
      if (option === undefined) throw new TypeError(`must be one of ${options.join(', ')}`)
      return option
    },
  }
}

/** The web address of the service. It has no path, since the service defines the paths. */
export const origin: Kind<string> = { placeholder: 'url', example: 'https://records.example.com', parse: parseOrigin }

/** Web origins separated by commas. */
export const origins: Kind<readonly string[]> = {
  placeholder: 'url,url',
  example: 'https://app.example.com,https://admin.example.com',
  parse: (given) => (given === '' ? [] : given.split(',').map((part) => parseOrigin(part.trim()))),
}

/** Browsers send an origin in exactly one spelling, so only that spelling is accepted. */
function parseOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new TypeError('must begin with https:// or http:// and a host')
  if (url.origin !== given)
    throw new TypeError(`must be an origin without path, user or default port: write ${url.origin}`)
  return given
}

function parseWhole(given: string, min: number, max: number, fault: string): number {
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= min && value <= max)) throw new TypeError(fault)
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
