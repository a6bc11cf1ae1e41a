import type { NewRecord } from 'tabularium/demo'
import { type NameList, nameLists } from './names.ts'

/** Tags of the demo. */
export const inventedTags: readonly NewRecord[] = [
  'newsletter',
  'supplier',
  'press',
  'partner',
  'événement',
  '見込み客',
].map((name) => ({ name }))

/** Companies of the demo, the same in every run. */
export function inventCompanies(): NewRecord[] {
  const chance = createChance(1)
  return nameLists.flatMap(({ country, companies }) =>
    companies.map((name, index) => ({
      name,
      country,
      website: chance.often(0.8, () => `https://www.${country.toLowerCase()}${index + 1}.example.com`),
      employees: chance.often(0.9, () => chance.below(5000)),
    })),
  )
}

/** Contacts of the demo, the same in every run. Every field has a value in some of them. */
export function inventContacts(count: number, companyIds: readonly number[]): NewRecord[] {
  const chance = createChance(4)
  return Array.from({ length: count }, (_, index) => inventContact(index + 1, chance, companyIds))
}

function inventContact(number: number, chance: Chance, companyIds: readonly number[]): NewRecord {
  const list = chance.pick(nameLists)
  return {
    firstName: chance.pick(list.first),
    lastName: chance.pick(list.last),
    email: chance.often(0.9, () => `contact${number}@${list.country.toLowerCase()}.example.com`),
    phone: chance.often(0.6, () => toPhone(list, chance)),
    status: chance.pick(['lead', 'lead', 'customer', 'customer', 'customer', 'former']),
    credit: chance.often(0.5, () => `${chance.below(50_000)}.${`${chance.below(100)}`.padStart(2, '0')}`),
    birthDate: chance.often(0.4, () => toDay(1940 + chance.below(65), chance)),
    vip: chance.often(0.7, () => chance.below(10) === 0),
    company: chance.often(0.7, () => ({ id: chance.pick(companyIds) })),
    lastContactedOn: chance.often(0.5, () => toMoment(2025, chance)),
    preferences: chance.often(0.3, () => ({ language: list.country.toLowerCase(), newsletter: chance.below(2) === 0 })),
    notes: chance.often(0.2, () => chance.pick(notes)),
  }
}

/** Interactions with the contacts of the demo, the same in every run. Some contacts have none. */
export function inventInteractions(count: number, contactIds: readonly number[]): NewRecord[] {
  const chance = createChance(9)
  return Array.from({ length: count }, () => inventInteraction(chance, contactIds))
}

function inventInteraction(chance: Chance, contactIds: readonly number[]): NewRecord {
  const kind = chance.pick(['call', 'call', 'mail', 'mail', 'mail', 'meeting', 'note'] as const)
  return {
    contact: { id: chance.pick(contactIds) },
    kind,
    happenedOn: toMoment(2023 + chance.below(3), chance),
    subject: chance.often(0.9, () => chance.pick(subjects[kind])),
    notes: chance.often(0.3, () => chance.pick(notes)),
  }
}

const subjects = {
  call: ['Asked about the order', 'Called back', 'Wished a happy new year', 'Reported a broken link'],
  mail: ['Sent the offer', 'Offer accepted', 'Question about the invoice', 'Newsletter returned', 'Thanks'],
  meeting: ['Visit to the office', 'Lunch at the fair', 'Demonstration', 'Yearly review'],
  note: ['Moved to another town', 'On leave until spring', 'Has a new assistant'],
}

const notes = [
  'Met at the fair.\nWants to hear from us in spring.',
  'Prefers letters to calls.',
  'Asked for an offer; sent it the same day.',
  'Speaks three languages, and likes to be asked which.',
]

function toPhone({ dialling }: NameList, chance: Chance): string {
  return `${dialling} ${100 + chance.below(900)} ${1000 + chance.below(9000)}`
}

function toDay(year: number, chance: Chance): string {
  const [month, day] = [1 + chance.below(12), 1 + chance.below(28)]
  return `${year}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`
}

function toMoment(year: number, chance: Chance): string {
  return `${toDay(year, chance)}T${`${8 + chance.below(10)}`.padStart(2, '0')}:30:00Z`
}

/** A source of numbers that look random. */
export interface Chance {
  /** A whole number from 0 to one less than the limit. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
  /** A value with this probability, or null. */
  often<T>(probability: number, make: () => T): T | null
}

/** Numbers that look random and are the same for the same seed (the mulberry32 generator). */
export function createChance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)]
      if (value === undefined) throw new TypeError('There is nothing to pick from.')
      return value
    },
    often: (probability, make) => (next() < probability ? make() : null),
  }
}
