import { changePassword, confirmNewPassword, endSessions } from '../account/account.ts'
import { changeMe } from '../account/changeMe.ts'
import { confirm } from '../account/confirm.ts'
import { explain } from '../account/explain.ts'
import { explainAction } from '../account/explainAction.ts'
import { home, type HomePlan } from '../account/home.ts'
import { showMe } from '../account/me.ts'
import { rotateKey } from '../account/rotateKey.ts'
import { searchAll } from '../account/searchAll.ts'
import {
  changeMeTakes,
  confirmTakes,
  endSessionsTakes,
  parseChangeMe,
  parseConfirm,
  parseEndSessions,
  parsePasswordChange,
  passwordTakes,
} from '../call/account.ts'
import { explainActionTakes, explainTakes, parseExplain, parseExplainAction } from '../call/explain.ts'
import { homeTakes, parseHome } from '../call/home.ts'
import { meTakes, parseMe } from '../call/me.ts'
import { parseRotateKey, rotateKeyTakes } from '../call/rotateKey.ts'
import { parseSearchAll, searchAllTakes } from '../call/searchAll.ts'
import type { CallerAuthorization } from './answer.ts'
import { planSearchAll } from '../plan/searchAll.ts'
import type { Caller } from '../session/Caller.ts'
import { withCaller } from '../session/withCachedCaller.ts'
import { followed } from './ofModel.ts'
import { orNobody, own } from './operation.ts'

/** All that there is to plan: what is done depends on the caller and the call alone. */
function toCaller(_: object, { deadline, language }: CallerAuthorization, caller: Caller) {
  return { caller, deadline, language }
}

/** The operations on the caller's own account, and those that depend on all rights of the caller. */
export const accountOperations = {
  me: orNobody(
    own({
      route: 'GET /ws/me',
      tag: 'Session',
      takes: meTakes,
      parse: parseMe,
      plan: toCaller,
      execute: ({ caller, language }, services) => showMe(caller, services, language),
      describe: (of) => of.me,
    }),
  ),
  changeMe: own({
    route: 'POST /ws/me',
    writes: true,
    tag: 'Session',
    takes: changeMeTakes,
    parse: parseChangeMe,
    plan: toCaller,
    execute: ({ caller, deadline }, services, call) => changeMe(call, caller, services, deadline),
    describe: (of) => of.changeMe,
  }),
  searchAll: own({
    route: 'GET /ws/search',
    standby: true,
    takes: searchAllTakes,
    parse: parseSearchAll,
    plan: ({ q }, authorization) => ({ searches: planSearchAll(q, authorization), authorization }),
    execute: searchAll,
    describe: (of) => of.searchAll,
  }),
  home: own({
    route: 'GET /ws/home',
    takes: homeTakes,
    parse: parseHome,
    plan: (call, authorization) => ({ call, authorization }),
    execute: followed((plan: HomePlan, services) => home(plan, services)),
    describe: (of) => of.home,
  }),
  explain: own({
    route: 'GET /ws/explain/:model',
    otherRoutes: { explainRecord: 'GET /ws/explain/:model/:id' },
    takes: explainTakes,
    parse: parseExplain,
    plan: toCaller,
    execute: ({ caller }, services, call) => explain(call, caller, services),
    describe: (of) => of.explain,
  }),
  explainAction: own({
    route: 'GET /ws/explain/action/:name',
    takes: explainActionTakes,
    parse: parseExplainAction,
    plan: toCaller,
    execute: ({ caller }, services, call) => explainAction(call, caller, services),
    describe: (of) => of.explainAction,
  }),
  password: own({
    route: 'POST /ws/password',
    writes: true,
    tag: 'Session',
    takes: passwordTakes,
    parse: parsePasswordChange,
    plan: toCaller,
    // To confirm a password takes long. If rights change meanwhile, it is not confirmed again.
    execute: async ({ caller, deadline }, services, call, authenticate) => {
      const confirmed = await confirmNewPassword(call, caller, services)
      return withCaller(authenticate, (again) => changePassword(confirmed, call, again, services, deadline))
    },
    describe: (of) => of.password,
  }),
  confirm: own({
    route: 'POST /ws/confirm',
    writes: true,
    tag: 'Session',
    takes: confirmTakes,
    parse: parseConfirm,
    plan: toCaller,
    execute: ({ caller }, services, call) => confirm(call, caller, services),
    describe: (of) => of.confirm,
  }),
  endSessions: own({
    route: 'POST /ws/sessions/end',
    writes: true,
    tag: 'Session',
    takes: endSessionsTakes,
    parse: parseEndSessions,
    plan: toCaller,
    execute: ({ caller, deadline }, services, call) => endSessions(call, caller, services, deadline),
    describe: (of) => of.endSessions,
  }),
  rotateKey: own({
    route: 'POST /ws/keys/:id/rotate',
    writes: true,
    tag: 'Session',
    takes: rotateKeyTakes,
    parse: parseRotateKey,
    plan: (_, authorization, { credential }) => ({ ...authorization, credential }),
    execute: (authorization, services, call) => rotateKey(call, authorization, services),
    describe: (of) => of.rotateKey,
  }),
}
