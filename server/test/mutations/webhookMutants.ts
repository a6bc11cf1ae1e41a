import type { Mutant } from './mutants.ts'

const sender = '../src/send/Sender.test.ts'

/** What makes webhooks arrive, in order, and nowhere else. */
export const webhookMutants: readonly Mutant[] = [
  {
    suite: 'webhooks.test.ts',
    name: 'a delivery has arrived before the receiver has answered',
    file: 'work/webhooks/attempt.ts',
    from: '  const outcome = await services.sender.send({ ...message, signal })\n',
    to: '  await end(delivery, 200, context)\n  const outcome = await services.sender.send({ ...message, signal })\n',
    tests: 'waits as long as Retry-After says',
  },
  {
    suite: 'webhooks.test.ts',
    name: 'every answer is a success, also a redirect',
    file: 'work/webhooks/attempt.ts',
    from: 'status >= 200 && status < 300',
    to: 'status >= 200',
    tests: 'is a redirect, too',
  },
  {
    suite: 'webhooks.test.ts',
    name: 'what follows for a record overtakes a delivery that failed',
    file: 'statement/service/deliveries.ts',
    from: '      and earlier.position < deliveries.position\n  )\n  and ${isHeld(held)}',
    to: '      and earlier.position < deliveries.position and false\n  )\n  and true',
    tests: 'what follows for its record waits',
  },
  {
    suite: 'webhooks.test.ts',
    name: 'the secret before does not sign along',
    file: 'work/webhooks/Hook.ts',
    from: "secrets: [secret, previous].filter((one) => typeof one === 'string')",
    to: "secrets: [secret].filter((one) => typeof one === 'string')",
    tests: 'both sign for 24 hours',
  },
  {
    suite: 'webhookCalls.test.ts',
    name: 'what waits is sent although the rights of the user are gone',
    file: 'work/webhooks/Hook.ts',
    from: "    if (hook.isDisabled) return 'user'\n",
    to: '',
    tests: 'stops with the rights of its user',
  },
  {
    suite: 'webhookLeases.test.ts',
    name: 'a process goes on delivering after its lease',
    file: 'statement/service/webhooks.ts',
    from: 'own.holder = ${holder} and own.leased_until > now()',
    to: 'own.holder <> ${holder + " "}',
    tests: 'whose lease has ended',
  },
  {
    suite: 'webhookLeases.test.ts',
    name: 'a process reads on in the feed after its lease',
    file: 'statement/service/deliveries.ts',
    from: '    and cursors.holder = ${holder}\n    and cursors.leased_until > now()\n',
    to: "    and cursors.holder <> ${holder + ' '}\n",
    tests: 'whose lease has ended',
  },
  {
    suite: sender,
    name: 'addresses are checked by their text, and not when a name is looked up',
    file: 'send/Sender.ts',
    from: 'if (found.some(({ address }) => this.#check.isClosed(address))) return closedHost',
    to: 'if (found.length === 0) return closedHost',
    tests: 'is refused',
  },
  {
    suite: sender,
    name: 'addresses are checked when a name is looked up, and not by their text',
    file: 'send/Sender.ts',
    from: 'if (address === undefined) return undefined\n',
    to: 'if (address?.length !== 0) return undefined\n',
    tests: 'is refused',
  },
  {
    suite: sender,
    name: 'one open address of a name is enough',
    file: 'send/Sender.ts',
    from: 'if (found.some(({ address }) => this.#check.isClosed(address)))',
    to: 'if (found.every(({ address }) => this.#check.isClosed(address)))',
    tests: 'only one of the addresses',
  },
]
