import { expect } from 'vitest'

/** What a browser sees of an answer. */
export interface Answer {
  readonly status: number
  /** The `Location` header as it was sent. */
  readonly sent: string | null
  /** The same as an address. */
  readonly location: string | undefined
  readonly text: string
  readonly headers: Headers
}

/** As much of a browser as logins need: cookies by host, and one redirect at a time. */
export class Browser {
  readonly jar: Map<string, Map<string, string>>

  constructor(jar = new Map<string, Map<string, string>>()) {
    this.jar = jar
  }

  /** The cookies for an address, as a header. */
  cookieFor(url: string): string {
    return [...(this.jar.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const cookie = this.cookieFor(url)
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json', ...headers, ...(cookie === '' ? {} : { cookie }) },
    })
    const own = this.jar.get(new URL(url).host) ?? new Map<string, string>()
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...flags] = line.split(';')
      const at = pair.indexOf('=')
      if (flags.some((flag) => /max-age=0|1970/i.test(flag))) own.delete(pair.slice(0, at))
      else own.set(pair.slice(0, at), pair.slice(at + 1))
    }
    this.jar.set(new URL(url).host, own)
    const sent = reply.headers.get('location')
    const location = sent === null ? undefined : new URL(sent, url).href
    return { status: reply.status, sent, location, text: await reply.text(), headers: reply.headers }
  }

  /** Goes to the provider and back; returns the address of the callback, which is not opened. */
  async goToCallback(origin: string, provider: string, to = '/console/'): Promise<string> {
    const begin = `${origin}/login/oidc/${provider}?${new URLSearchParams({ to })}`
    let answer = await this.open(begin)
    for (let steps = 0; answer.location !== undefined && steps < 10; steps++) {
      if (answer.location.startsWith(`${origin}/login/oidc/${provider}/callback`)) return answer.location
      answer = await this.open(answer.location)
    }
    expect(answer.text).toBe('a way back from the provider')
    return ''
  }

  /** Logs in by a provider. */
  async logIn(origin: string, provider: string, to?: string): Promise<Answer> {
    return this.open(await this.goToCallback(origin, provider, to))
  }

  hasSession(origin: string): boolean {
    return this.cookieFor(origin).includes('session=')
  }
}
