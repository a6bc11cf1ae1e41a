import { changeEmail } from '../account/changeEmail.ts'
import { invite } from '../account/invite.ts'
import { askForLink, setPasswordByLink, verifyEmail } from '../account/mailLinks.ts'
import {
  changeEmailTakes,
  forgottenTakes,
  inviteTakes,
  parseChangeEmail,
  parseForgotten,
  parseInvite,
  parseSetPassword,
  parseVerifyEmail,
  setPasswordTakes,
  verifyEmailTakes,
} from '../call/mailLinks.ts'
import type { SetPasswordCall } from '../call/MailLinkCall.ts'
import type { Caller } from '../session/Caller.ts'
import { timeStage } from '../request/timeStages.ts'
import type { CallerAuthorization } from './answer.ts'
import type { RequestContext, Services } from './Services.ts'
import { operation, own } from './operation.ts'

function toPlan(_: object, authorization: CallerAuthorization, caller: Caller) {
  return { authorization: { ...authorization, credential: caller.credential }, caller }
}

function setPassword(call: SetPasswordCall, services: Services, { deadline, onStage }: RequestContext) {
  return timeStage(onStage, 'execute', () => setPasswordByLink(call, services, deadline))
}

/** The operations about links that are sent by mail. A service without a mail server has none of them. */
export const mailLinkOperations = {
  forgotten: operation({
    route: 'POST /ws/password/forgotten',
    needs: 'mail',
    isPublic: true,
    takes: forgottenTakes,
    parse: parseForgotten,
    answer: (call, services, { onStage }) => timeStage(onStage, 'execute', () => askForLink(call, services)),
    about: 'service',
    tag: 'Session',
    describe: (of) => of.forgotten,
  }),
  reset: operation({
    route: 'POST /ws/password/reset',
    needs: 'mail',
    isPublic: true,
    writes: true,
    takes: setPasswordTakes,
    parse: parseSetPassword('reset'),
    answer: setPassword,
    about: 'service',
    tag: 'Session',
    describe: (of) => of.reset,
  }),
  invite: own({
    route: 'POST /ws/invitations',
    needs: 'mail',
    writes: true,
    tag: 'Session',
    takes: inviteTakes,
    parse: parseInvite,
    plan: toPlan,
    execute: ({ authorization }, services, call) => invite(call, authorization, services),
    describe: (of) => of.invite,
  }),
  acceptInvitation: operation({
    route: 'POST /ws/invitations/accept',
    needs: 'mail',
    isPublic: true,
    writes: true,
    takes: setPasswordTakes,
    parse: parseSetPassword('acceptInvitation'),
    answer: setPassword,
    about: 'service',
    tag: 'Session',
    describe: (of) => of.acceptInvitation,
  }),
  changeEmail: own({
    route: 'POST /ws/email',
    needs: 'mail',
    writes: true,
    tag: 'Session',
    takes: changeEmailTakes,
    parse: parseChangeEmail,
    plan: toPlan,
    execute: ({ authorization, caller }, services, call) => changeEmail(call, caller, services, authorization.deadline),
    describe: (of) => of.changeEmail,
  }),
  verifyEmail: own({
    route: 'POST /ws/email/verify',
    needs: 'mail',
    writes: true,
    tag: 'Session',
    takes: verifyEmailTakes,
    parse: parseVerifyEmail,
    plan: toPlan,
    execute: ({ authorization, caller }, services, call) => verifyEmail(call, caller, services, authorization.deadline),
    describe: (of) => of.verifyEmail,
  }),
}
