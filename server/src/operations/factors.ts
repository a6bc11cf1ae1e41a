import { beginTotp, confirmTotp, listFactors, renewRecovery } from '../account/factors.ts'
import {
  confirmTotpTakes,
  emptyTakes,
  loginFactorTakes,
  parseConfirmTotp,
  parseFactors,
  parseLoginFactor,
  parseOwnFactors,
} from '../call/factors.ts'
import { toEnvelope } from '../envelope/success.ts'
import { timeStage } from '../request/timeStages.ts'
import type { Caller } from '../session/Caller.ts'
import { toNetwork } from '../session/toNetwork.ts'
import type { CallerAuthorization } from './answer.ts'
import { operation, own } from './operation.ts'

function toAsked(_: object, { deadline }: CallerAuthorization, caller: Caller) {
  return { caller, deadline }
}

/** The operations about what people prove besides their password. */
export const factorOperations = {
  loginFactor: operation({
    route: 'POST /login/factor',
    isPublic: true,
    // It waits like a login, and is bounded by the tries of its user.
    counted: false,
    takes: loginFactorTakes,
    parse: parseLoginFactor,
    answer: ({ login, proof, address, agent, requestId }, { sessions }, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        const client = { agent, network: toNetwork(address), requestId }
        const { user, token } = await sessions.secondStep.finish(login, proof, client)
        return { ...toEnvelope([user]), session: token }
      }),
    about: 'service',
    tag: 'Session',
    describe: (of) => of.loginFactor,
  }),
  factors: own({
    route: 'GET /ws/factors',
    tag: 'Session',
    parse: parseFactors,
    plan: toAsked,
    execute: (asked, services) => listFactors(asked, services),
    describe: (of) => of.factors,
  }),
  beginTotp: own({
    route: 'POST /ws/factors/totp',
    needs: 'encryption',
    writes: true,
    tag: 'Session',
    takes: emptyTakes,
    parse: parseOwnFactors('beginTotp'),
    plan: toAsked,
    execute: (asked, services) => beginTotp(asked, services),
    describe: (of) => of.beginTotp,
  }),
  confirmTotp: own({
    route: 'POST /ws/factors/totp/confirm',
    needs: 'encryption',
    writes: true,
    tag: 'Session',
    takes: confirmTotpTakes,
    parse: parseConfirmTotp,
    plan: toAsked,
    execute: (asked, services, call) => confirmTotp(call, asked, services),
    describe: (of) => of.confirmTotp,
  }),
  renewRecovery: own({
    route: 'POST /ws/factors/recovery',
    writes: true,
    tag: 'Session',
    takes: emptyTakes,
    parse: parseOwnFactors('renewRecovery'),
    plan: toAsked,
    execute: (asked, services) => renewRecovery(asked, services),
    describe: (of) => of.renewRecovery,
  }),
}
