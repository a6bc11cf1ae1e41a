import { Agent, request } from 'node:http'
import { pause } from '../harness/poll.ts'

/** How long clients go on after /ready has said no, in milliseconds: half of the time that the service then serves. */
const noticed = 1_000

/**
 * A few clients that log in and then ask one request after the other on connections that stay open. A request has
 * failed if it is answered with anything but 200, or not at all. As behind a proxy, the clients ask no more a second
 * after /ready has said no: whoever connects at the moment in which a socket closes is reset by the kernel.
 */
export class LightLoad {
  readonly failed: string[] = []
  answered = 0
  readonly #url: string
  readonly #healthUrl: string
  readonly #agent = new Agent({ keepAlive: true })
  #cookie = ''
  #stopped = false

  constructor({ url, healthUrl }: { url: string; healthUrl: string }) {
    this.#url = url
    this.#healthUrl = healthUrl
  }

  async logIn(username: string, password: string): Promise<void> {
    const { status, cookie } = await this.#ask('POST', '/callback', { username, password })
    if (status !== 200) throw new Error(`The login was answered with ${status}.`)
    this.#cookie = cookie
  }

  /** Runs until the service is about to end. */
  async run(path: string): Promise<void> {
    const watching = this.#watch()
    await Promise.all(Array.from({ length: 4 }, () => this.#runClient(path)))
    await watching
    this.#agent.destroy()
  }

  stop(): void {
    this.#stopped = true
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      const ready = await fetch(`${this.#healthUrl}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      await pause(ready ? 50 : noticed)
      if (!ready) this.stop()
    }
  }

  async #runClient(path: string): Promise<void> {
    while (!this.#stopped) {
      try {
        const { status } = await this.#ask('GET', path)
        if (status === 200) this.answered += 1
        else this.failed.push(`HTTP ${status}`)
      } catch (error) {
        this.failed.push(String(error))
      }
      await pause(20)
    }
  }

  #ask(method: string, path: string, body?: object): Promise<{ status: number; cookie: string }> {
    const headers = { cookie: this.#cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, this.#url), { method, headers, agent: this.#agent }, (reply) => {
        const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
        reply.resume()
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, cookie }))
        reply.on('error', reject)
      })
      asked.on('error', reject)
      asked.end(body ? JSON.stringify(body) : undefined)
    })
  }
}
