import { toModel } from '../toModel.ts'
import { Job } from './Job.ts'
import { Session } from './Session.ts'

/** The plain form of the models whose records the service writes by statements of its own. Nobody extends them. */
export const plainJob = toModel(Job)
export const plainSession = toModel(Session)
