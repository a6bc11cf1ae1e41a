import { loginTakes, parseLogin } from '../call/login.ts'
import { parseLogout } from '../call/logout.ts'
import { toEnvelope } from '../envelope/success.ts'
import { timeStage } from '../request/timeStages.ts'
import { operation } from './operation.ts'

/** The operations without a caller. */
export const sessionOperations = {
  login: operation({
    route: 'POST /callback',
    otherRoutes: { loginJsp: 'POST /login.jsp' },
    isPublic: true,
    // Logins wait in a queue of their own.
    counted: false,
    takes: loginTakes,
    parse: parseLogin,
    answer: (call, { sessions }, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        const { user, token } = await sessions.open(call)
        return { ...toEnvelope([user]), session: token }
      }),
    about: 'service',
    tag: 'Session',
    describe: (of, id) => (id === 'loginJsp' ? of.loginJsp : of.login),
  }),
  logout: operation({
    route: 'GET /logout',
    isPublic: true,
    sameSite: true,
    parse: parseLogout,
    answer: ({ token, requestId }, { sessions }, { onStage }) =>
      timeStage(onStage, 'execute', async () => {
        await sessions.close(token, requestId)
        return { ...toEnvelope([]), session: null }
      }),
    about: 'service',
    tag: 'Session',
    describe: (of) => of.logout,
  }),
}
