import { changePassword, confirmNewPassword, endSessions } from '../account/account.ts'
import { explain } from '../account/explain.ts'
import { explainAction } from '../account/explainAction.ts'
import { showMe } from '../account/me.ts'
import { searchAll } from '../account/searchAll.ts'
import { parseEndSessions, parsePasswordChange } from '../call/account.ts'
import { parseExplain, parseExplainAction } from '../call/explain.ts'
import { parseMe } from '../call/me.ts'
import { parseSearchAll } from '../call/searchAll.ts'
import type { CallerAuthorization } from './answer.ts'
import { planSearchAll } from '../plan/searchAll.ts'
import type { Caller } from '../session/Caller.ts'
import { withCaller } from '../session/withCachedCaller.ts'
import { own } from './operation.ts'

/** All that there is to plan: what is done depends on the caller and the call alone. */
function toCaller(_: object, { deadline }: CallerAuthorization, caller: Caller) {
  return { caller, deadline }
}

/** The operations on the caller's own account, and those that depend on all rights of the caller. */
export const accountOperations = {
  me: own({
    route: 'GET /ws/me',
    tag: 'Session',
    parse: parseMe,
    plan: toCaller,
    execute: ({ caller }, services) => showMe(caller, services),
    describe: (of) => of.me,
  }),
  searchAll: own({
    route: 'GET /ws/search',
    standby: true,
    parse: parseSearchAll,
    plan: ({ q }, authorization) => ({ searches: planSearchAll(q, authorization), authorization }),
    execute: searchAll,
    describe: (of) => of.searchAll,
  }),
  explain: own({
    route: 'GET /ws/explain/:model',
    otherRoutes: { explainRecord: 'GET /ws/explain/:model/:id' },
    parse: parseExplain,
    plan: toCaller,
    execute: ({ caller }, services, call) => explain(call, caller, services),
    describe: (of) => of.explain,
  }),
  explainAction: own({
    route: 'GET /ws/explain/action/:name',
    parse: parseExplainAction,
    plan: toCaller,
    execute: ({ caller }, services, call) => explainAction(call, caller, services),
    describe: (of) => of.explainAction,
  }),
  password: own({
    route: 'POST /ws/password',
    writes: true,
    tag: 'Session',
    parse: parsePasswordChange,
    plan: toCaller,
    // To confirm a password takes long. If rights change meanwhile, it is not confirmed again.
    execute: async ({ caller, deadline }, services, call, authenticate) => {
      const confirmed = await confirmNewPassword(call, caller, services)
      return withCaller(authenticate, (again) => changePassword(confirmed, call, again, services, deadline))
    },
    describe: (of) => of.password,
  }),
  endSessions: own({
    route: 'POST /ws/sessions/end',
    writes: true,
    tag: 'Session',
    parse: parseEndSessions,
    plan: toCaller,
    execute: ({ caller, deadline }, services, call) => endSessions(call, caller, services, deadline),
    describe: (of) => of.endSessions,
  }),
}
