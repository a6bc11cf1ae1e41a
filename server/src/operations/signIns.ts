import { endByProvider } from '../account/signIn/endByProvider.ts'
import { finishLogin } from '../account/signIn/finishLogin.ts'
import { listSignIns } from '../account/signIn/listSignIns.ts'
import { describeResource } from '../account/signIn/describeResource.ts'
import { loginPage } from '../account/signIn/SignIns.ts'
import {
  beginLoginTakes,
  finishLoginTakes,
  parseBackchannelLogout,
  parseBeginLogin,
  parseFinishLogin,
  parseLoginMethods,
  parseLogoutThere,
  parseProtectedResource,
  parseSignIns,
  signInsTakes,
} from '../call/signIns.ts'
import { resourcePath } from '../call/resourcePath.ts'
import { toEnvelope } from '../envelope/success.ts'
import { timeStage } from '../request/timeStages.ts'
import { operation, own } from './operation.ts'

/** What logins at a provider have in common. Their bound is that of the logins that wait for providers. */
const atProvider = {
  isPublic: true,
  sameSite: false,
  counted: false,
  page: loginPage,
  about: 'service',
  tag: 'Session',
} as const

/** The operations with which people log in by a provider, and see who did. */
export const signInOperations = {
  loginMethods: operation({
    route: 'GET /login/methods',
    isPublic: true,
    parse: parseLoginMethods,
    answer: (_, { signIns, sendsNotices = false }, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        const { providers, passwords } = signIns.options
        const shown = providers.map(({ name, label }) => ({ name, label }))
        return toEnvelope([{ password: true, passwords, forgotten: sendsNotices, providers: shown }])
      }),
    about: 'service',
    tag: 'Session',
    describe: (of) => of.loginMethods,
  }),
  beginLogin: operation({
    ...atProvider,
    route: 'GET /login/oidc/:provider',
    takes: beginLoginTakes,
    parse: parseBeginLogin,
    answer: (call, { signIns }, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        const { location, browser } = await signIns.begin(call)
        return { text: '', redirect: { location, login: browser } }
      }),
    describe: (of) => of.beginLogin,
  }),
  finishLogin: operation({
    ...atProvider,
    route: 'GET /login/oidc/:provider/callback',
    takes: finishLoginTakes,
    parse: parseFinishLogin,
    answer: (call, services, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        const { to, token } = await finishLogin(call, call, services)
        return { text: '', redirect: { location: to, login: null }, session: token }
      }),
    describe: (of) => of.finishLogin,
  }),
  logoutThere: operation({
    ...atProvider,
    route: 'GET /login/oidc/:provider/logout',
    sameSite: true,
    parse: parseLogoutThere,
    answer: ({ provider, token, requestId }, { sessions, signIns }, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        signIns.find(provider)
        // Ours ends first: whatever the provider does, the person is out here.
        const closed = await sessions.close(token, requestId)
        return { text: '', redirect: { location: await signIns.toLogoutUrl(provider, closed) }, session: null }
      }),
    describe: (of) => of.logoutThere,
  }),
  backchannelLogout: operation({
    route: 'POST /login/oidc/:provider/backchannel-logout',
    isPublic: true,
    // Providers send it, and no cookie is read. Its bound is a rate of its own.
    sameSite: false,
    counted: false,
    body: 'form',
    isBare: true,
    parse: parseBackchannelLogout,
    answer: (call, services, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        await endByProvider(call, services)
        return { text: '' }
      }),
    about: 'service',
    tag: 'Session',
    describe: (of) => of.backchannelLogout,
  }),
  protectedResource: operation({
    route: `GET ${resourcePath}`,
    isPublic: true,
    parse: parseProtectedResource,
    answer: (_, { signIns }, { onStage }) =>
      timeStage(onStage, 'execute', async () => ({ text: JSON.stringify(describeResource(signIns)) })),
    about: 'service',
    tag: 'Session',
    describe: (of) => of.protectedResource,
  }),
  signIns: own({
    route: 'GET /ws/sign-ins',
    tag: 'Session',
    takes: signInsTakes,
    parse: parseSignIns,
    plan: (_, { deadline }, caller) => ({ caller, deadline }),
    execute: ({ caller }, services, call) => listSignIns(call, caller, services),
    describe: (of) => of.signIns,
  }),
}
