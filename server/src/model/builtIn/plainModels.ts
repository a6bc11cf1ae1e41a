import { toModel } from '../toModel.ts'
import { Factor } from './Factor.ts'
import { Identity } from './Identity.ts'
import { Job } from './Job.ts'
import { namesOfUsers } from './names.ts'
import { Notice } from './Notice.ts'
import { Session } from './Session.ts'
import { User } from './User.ts'

/** The plain form of the models whose records the service writes by statements of its own. Nobody extends them. */
export const plainFactor = toModel(Factor)
export const plainIdentity = toModel(Identity)
export const plainJob = toModel(Job)
export const plainNotice = toModel(Notice)
export const plainSession = toModel(Session)
/** Without the fields that files add to users: the service writes none of them. */
export const plainUser = toModel(User)

/** The names of a user as fields. They are the same in every extension of users. */
export const userNameFields = plainUser.fields.filter(({ name }) => namesOfUsers.some((own) => own === name))
