import { type Noun, toSmall } from '../Noun.ts'
import { plural, records } from './numbers.ts'

/** What is said of something that was refused, and of what is not there. */
export const refusalWords = {
  details: 'Details',
  notSaved: 'Not saved',
  notSent: 'Not sent',
  notDeleted: 'Not deleted',
  notFound: (what: Noun, id: number) => `${what.label} ${id} was not found`,
  final: (value: string) => `can’t change: ${value} is final`,
  cantFollow: (value: string, allowed: string) => `can’t follow ${value}; allowed: ${allowed}`,
  referredBy: (fields: string) => `Referred to by: ${fields}`,
  close: 'Close',
  refer: (many: number, those: Noun, to: Noun) => {
    const [verb, them] = plural(many, { one: 'refers it', other: 'refer them' }).split(' ')
    return `${records(many, those)} ${verb} to this ${toSmall(to.label)}. Delete or change ${them} first:`
  },
  show: (many: number) => plural(many, { one: 'Show it', other: 'Show them' }),
  unseen: (to: Noun) => `Records that you may not see refer to this ${toSmall(to.label)}. It can’t be deleted.`,
}
