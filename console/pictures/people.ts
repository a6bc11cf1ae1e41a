/** Made-up people and companies. They are the same in every run. */
export const companies = [
  { name: 'Analytical Engines', website: 'https://engines.example', country: 'GB', employees: 42 },
  { name: 'Baker Street Consulting', website: 'https://baker.example', country: 'GB', employees: 2 },
  { name: 'Fabrique du Rhône', website: 'https://rhone.example', country: 'FR', employees: 310 },
  { name: 'Nordlicht Verlag', website: 'https://nordlicht.example', country: 'DE', employees: 87 },
]

const names = [
  'Ada Lovelace, Grace Hopper, Alan Turing, Emmy Noether, Sofia Kovalevskaya, Edsger Dijkstra, Mary Somerville',
  'Barbara Liskov, Kathleen Booth, Donald Knuth, Annie Easley, John Backus, Radia Perlman, Niklaus Wirth',
  'Frances Allen, Tony Hoare, Karen Spärck Jones, Ken Thompson, Joan Clarke, Dennis Ritchie, Betty Holberton',
  'Charles Babbage, Lise Meitner, Konrad Zuse, Hedy Lamarr, Claude Shannon, Mary Jackson, John von Neumann',
]
  .join(', ')
  .split(', ')

const statuses = ['customer', 'lead', 'customer', 'former', 'lead']

/** The nth contact, of one of the companies with these ids. */
function toContact(name: string, n: number, companyIds: readonly number[]) {
  const [firstName = '', ...rest] = name.split(' ')
  const lastName = rest.join(' ')
  const company = companyIds[n % (companyIds.length + 1)]
  return {
    firstName,
    lastName,
    email: `${firstName}.${rest.at(-1)}@example.com`.toLowerCase(),
    phone: n % 4 === 3 ? null : `+44 20 7946 0${String(100 + n * 7)}`,
    status: statuses[n % statuses.length],
    credit: n % 3 === 2 ? null : `${(n * 1375) % 9000}.50`,
    birthDate: n % 5 === 4 ? null : `19${50 + ((n * 7) % 45)}-0${1 + (n % 9)}-1${n % 9}`,
    vip: n % 6 === 0,
    company: company === undefined ? null : { id: company },
  }
}

export function contacts(companyIds: readonly number[]): object[] {
  return names.map((name, n) => toContact(name, n, companyIds))
}
