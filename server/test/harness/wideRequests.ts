import * as fc from 'fast-check'
import { Company, Contact, Tag } from './contract.ts'
import { Key, Role, Rule, Session, User, Webhook } from './people.ts'
import { anyBody, anyRequest, fieldName, type FuzzRequest, headers, likelyValue, record, session } from './requests.ts'

const Interaction = 'com.example.contacts.Interaction'
const Job = 'tabularium.Job'
const declared = [Contact, Contact, Contact, Company, Company, Tag, Interaction]
const ownModels = [User, Role, Rule, Session, Key, Webhook, Job]
const anyModel = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...declared) },
  { weight: 3, arbitrary: fc.constantFrom(...ownModels) },
  { weight: 1, arbitrary: fc.constantFrom('tabularium.user', 'tabularium.Access', 'com.example.*', '*', 'x') },
)
const anyId = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom<number | string>(0, -1, 2 ** 53, '1', '', '1.5', 'null') },
)

function oneWord(words: string): fc.Arbitrary<string> {
  return fc.constantFrom(...words.split(' '))
}

/** Dotted names over references and relations, to fields that exist and fields that do not. */
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: oneWord(
      'id version createdOn createdBy updatedOn firstName fullName company company.name name country status tags ' +
        'tags.name contacts contacts.firstName contacts.company.name',
    ),
  },
  {
    weight: 2,
    arbitrary: oneWord(
      'notes credit email company.website contacts.notes contacts.tags contacts.interactions interactions.subject ' +
        'createdBy.name password roles roles.rules.condition user.password',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(fieldName, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.')),
  },
)

const operator = oneWord('= != < <= > >= like notLike in notIn between isNull notNull x')
const operand = fc.oneof(
  likelyValue,
  fc.constantFrom<unknown>('$user.id', '$now', '%', '_%', 'a%', [1, 2, 3], ['lead', 'former'], { id: 1 }),
)
const comparison = fc.record(
  { fieldName: path, operator, value: operand, value2: operand },
  { requiredKeys: ['fieldName', 'operator'] },
)
const fitting = fc.constantFrom(
  { fieldName: 'id', operator: '<', value: 40 },
  { fieldName: 'id', operator: 'between', value: 10, value2: 70 },
  { fieldName: 'firstName', operator: 'like', value: 'F1%' },
  { fieldName: 'fullName', operator: 'notLike', value: 'cana' },
  { fieldName: 'company.name', operator: 'like', value: 'C%' },
  { fieldName: 'company.contacts.firstName', operator: 'like', value: 'a' },
  { fieldName: 'company', operator: 'isNull' },
  { fieldName: 'createdBy', operator: '=', value: 2 },
  { fieldName: 'createdOn', operator: '<', value: '2100-01-01T00:00:00Z' },
  { fieldName: 'name', operator: '>', value: 'C2' },
  { fieldName: 'contacts.firstName', operator: 'like', value: 'F' },
  { fieldName: 'contacts', operator: 'isNull' },
  { fieldName: 'tags.name', operator: 'like', value: 'T' },
  { fieldName: 'status', operator: '=', value: 'former' },
  { fieldName: 'status', operator: '!=', value: 'lead' },
  { fieldName: 'contacts.notes', operator: 'notNull' },
  { fieldName: 'notes', operator: 'like', value: 'cana%' },
  { fieldName: 'credit', operator: '>', value: '5' },
)
const criteria = fc.record(
  {
    operator: fc.constantFrom('and', 'or', 'not'),
    criteria: fc.array(fc.oneof({ weight: 3, arbitrary: fitting }, comparison), { minLength: 1, maxLength: 2 }),
    q: fc.constantFrom('f1', 'C', 'cana', '%'),
  },
  { requiredKeys: [] },
)
const searchBody = fc.record(
  {
    offset: fc.nat(30),
    limit: fc.nat(60),
    fields: fc.array(path, { maxLength: 2 }),
    sortBy: fc.array(
      fc.tuple(fc.constantFrom('', '-'), path).map((parts) => parts.join('')),
      { maxLength: 2 },
    ),
    total: fc.boolean(),
    data: criteria,
  },
  { requiredKeys: [], noNullPrototype: true },
)
const anySearch = fc.oneof(
  { weight: 19, arbitrary: searchBody },
  fc.tuple(searchBody, fc.string({ maxLength: 20 })).map(([one, after]) => ({ ...one, after })),
)

const groupName = fc.oneof({ weight: 8, arbitrary: path }, fc.constantFrom('company.country', 'createdBy', 'updatedBy'))
const group = fc.oneof(
  { weight: 4, arbitrary: groupName },
  fc.record(
    {
      fieldName: fc.oneof(fc.constantFrom('createdOn', 'updatedOn', 'birthDate', 'lastContactedOn'), path),
      by: oneWord('day week month quarter year decade'),
      timeZone: fc.constantFrom('Europe/Paris', 'America/New_York', 'UTC', 'CET', "x'", ''),
    },
    { requiredKeys: ['fieldName'] },
  ),
)
const measured = fc.array(fc.oneof(fc.constantFrom('id', 'version', 'company.employees'), path), { maxLength: 2 })
const anyAggregate = fc.record(
  {
    data: criteria,
    q: fc.constantFrom('f1', 'C', 'cana', '%'),
    groupBy: fc.array(group, { maxLength: 2 }),
    count: fc.constant(true),
    sum: measured,
    avg: measured,
    min: measured,
    max: measured,
    countDistinct: measured,
    filled: measured,
    sortBy: fc.array(fc.constantFrom('count', '-count', 'sum.id', 'company'), { maxLength: 1 }),
    offset: fc.nat(5),
    limit: fc.nat(60),
  },
  { requiredKeys: ['count'], noNullPrototype: true },
)

const link = fc.record({ id: fc.integer({ min: 1, max: 12 }) })
const someNames = fc.option(fc.array(fieldName, { maxLength: 4 }))
/** Writes that would grant rights, or change who one is. */
const ownRecord = fc.record(
  {
    username: fc.constantFrom('somebody', 'admin', 'owner', 'A', "x'"),
    name: fc.string({ maxLength: 10 }),
    password: fc.constantFrom('short', 'correct-horse-battery', 'x'.repeat(2_000)),
    admin: fc.boolean(),
    disabled: fc.boolean(),
    roles: fc.array(link, { maxLength: 3 }),
    role: link,
    model: fc.constantFrom(Contact, Company, 'com.example.contacts.*', '*', User, Rule, 'nothing'),
    read: fc.boolean(),
    create: fc.boolean(),
    update: fc.boolean(),
    delete: fc.boolean(),
    condition: fc.oneof(criteria, fc.constantFrom(null, { fieldName: 'createdBy', operator: '=', value: '$user.id' })),
    readFields: someNames,
    writeFields: someNames,
    user: link,
    tokenHash: fc.constantFrom('0'.repeat(64), ''),
    expiresOn: fc.constantFrom('2030-01-01T00:00:00Z', '2020-01-01T00:00:00Z', null),
    version: fc.integer({ min: 0, max: 2 }),
    rules: fc.array(fc.record({ model: fc.constantFrom(Contact, '*'), read: fc.constant(true) }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
)
const anyRecord = fc.oneof({ weight: 3, arbitrary: record }, { weight: 2, arbitrary: ownRecord })
const nested = fc.tuple(
  anyRecord,
  fc.record(
    {
      tags: fc.array(link, { maxLength: 3 }),
      contacts: fc.array(fc.oneof(link, record), { maxLength: 2 }),
      company: link,
    },
    { requiredKeys: [] },
  ),
)
const wholeRecord = fc.oneof(
  anyRecord,
  nested.map(([one, related]) => ({ ...one, ...related })),
)
const listed = fc.array(
  fc
    .tuple(wholeRecord, fc.record({ id: anyId, version: fc.integer({ min: 0, max: 3 }) }, { requiredKeys: [] }))
    .map(([one, target]) => ({ ...one, ...target })),
  { maxLength: 4 },
)
const removed = fc.array(fc.record({ id: anyId, version: fc.integer({ min: 0, max: 3 }) }), { maxLength: 2 })
const mass = fc.record({ data: criteria, values: record, maxAffected: fc.constantFrom<unknown>(0, 5, 100, null, 'x') })

const writeQuery = fc.constantFrom('', '', '', '?dryRun=true', '?onConflict=merge', '?dryRun=maybe')
const readQuery = fc.oneof(
  fc.constantFrom('', '', '?version=0', '?version=1', '?version=99', '?limit=5', '?offset=1&limit=2'),
  fc.array(path, { minLength: 1, maxLength: 3 }).map((names) => `?fields=${encodeURIComponent(names.join())}`),
)
const explainQuery = oneWord(
  ' ?action=read ?action=create ?action=update ?action=delete ?action=x ?user=admin ?user=1 ' +
    '?action=delete&user=owner ?user= ?user=%00',
)

const searchAllQuery = fc.oneof(
  { weight: 4, arbitrary: oneWord('?q=f1 ?q=C ?q=cana ?q=T1%20f ?q=%25 ?q=_ ?q= ?q=%00 ?limit=1 ?q=a&q=b') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((q) => `?q=${encoded(q)}`) },
)
const pageQuery = oneWord(' ?limit=5 ?offset=1&limit=2 ?limit=0 ?limit=-1 ?offset=x')

/** Half of a surrogate pair can't be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

type Parts = fc.Arbitrary<readonly (string | number)[]>

function at(parts: Parts): fc.Arbitrary<string> {
  return parts.map((all) => all.join(''))
}

function request(method: string, where: fc.Arbitrary<string>, sent?: fc.Arbitrary<unknown>): fc.Arbitrary<FuzzRequest> {
  const text = sent
    ? fc.oneof({ weight: 9, arbitrary: sent.map((one) => JSON.stringify(one)) }, anyBody)
    : fc.constant(undefined)
  return fc.record({ method: fc.constant(method), path: where, headers, body: text, session })
}

const onModel = anyModel.map((name) => `/ws/rest/${name}`)
const onRecord = fc.tuple(anyModel, anyId).map(([name, id]) => `/ws/rest/${name}/${id}`)
const data = wholeRecord.map((one) => ({ data: one }))

const onSet = anyId.map((id) => `/ws/changes/sets/${id}`)
const setsQuery = fc
  .tuple(anyModel, oneWord('&limit=3 &offset=2 &user=admin &user= &user=%00 &limit=x'))
  .map(([name, more]) => `?model=${name}${more}`)

const onHook = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(1, 2) }, { weight: 1, arbitrary: anyId })
  .map((id) => `/ws/webhooks/${id}`)
const deliveryKey = fc.oneof(
  fc.tuple(anyModel, anyId, fc.nat(3)).map((parts) => parts.join('/')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const chosenDeliveries = fc.record(
  {
    delivery: fc.oneof(deliveryKey, likelyValue),
    parked: fc.oneof(fc.boolean(), likelyValue),
    since: fc.oneof(oneWord('2020-01-01T00:00:00Z 2100-01-01T00:00:00Z 2026-02-30 x'), likelyValue),
  },
  { requiredKeys: [] },
)
const actionName = fc.oneof(
  oneWord('com.example.contacts.merge com.example.orders.ship tabularium.Job x %00 __proto__ *'),
  anyModel,
)

/** Requests about the deliveries of webhooks, and for actions. A test of a webhook is not sent: it would call out. */
const logicRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  request('GET', onHook),
  request('GET', at(fc.tuple(onHook, oneWord('/deliveries /deliveries?state=parked /deliveries?state=x&limit=-1')))),
  request(
    'POST',
    at(fc.tuple(onHook, oneWord('/resend /discard /resend?dryRun=true'))),
    fc.oneof(
      chosenDeliveries.map((chosen) => ({ data: chosen })),
      likelyValue,
    ),
  ),
  request(
    'POST',
    at(fc.tuple(fc.constant('/ws/webhooks/999'), oneWord('/test /resend /discard /x'))),
    fc.constant({ data: {} }),
  ),
  request('POST', at(fc.tuple(fc.constant('/ws/action/'), actionName, writeQuery)), data),
  request('GET', fc.constant('/ws/meta/actions')),
  request('GET', at(fc.tuple(fc.constant('/ws/explain/action/'), actionName, explainQuery))),
)

/** Requests for all routes and all models, those of the service included. */
export const wideRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 5, arbitrary: logicRequest },
  { weight: 6, arbitrary: anyRequest },
  { weight: 4, arbitrary: request('GET', at(fc.tuple(onRecord, readQuery))) },
  { weight: 2, arbitrary: request('GET', onModel) },
  { weight: 8, arbitrary: request('POST', at(fc.tuple(onModel, fc.constant('/search'))), anySearch) },
  { weight: 6, arbitrary: request('POST', at(fc.tuple(onModel, fc.constant('/aggregate'))), anyAggregate) },
  { weight: 3, arbitrary: request('GET', at(fc.tuple(onRecord, fc.constant('/history')))) },
  { weight: 5, arbitrary: request('PUT', at(fc.tuple(onModel, writeQuery)), data) },
  { weight: 5, arbitrary: request('POST', at(fc.tuple(onRecord, writeQuery)), data) },
  {
    weight: 2,
    arbitrary: request(
      'POST',
      at(fc.tuple(onModel, writeQuery)),
      listed.map((records) => ({ records })),
    ),
  },
  { weight: 1, arbitrary: request('DELETE', at(fc.tuple(onRecord, writeQuery))) },
  {
    weight: 1,
    arbitrary: request(
      'POST',
      at(fc.tuple(onModel, fc.constant('/removeAll'), writeQuery)),
      removed.map((records) => ({ records })),
    ),
  },
  { weight: 2, arbitrary: request('POST', at(fc.tuple(onModel, fc.constant('/updateMass'), writeQuery)), mass) },
  {
    weight: 2,
    arbitrary: request(
      'POST',
      at(fc.tuple(onRecord, fc.constant('/restore'))),
      fc.record({ data: fc.record({ version: fc.nat(4), toVersion: fc.nat(3) }) }),
    ),
  },
  {
    weight: 3,
    arbitrary: request(
      'POST',
      at(
        fc.tuple(onRecord, fc.constant('/undo'), oneWord('?onConflict=merge ?dryRun=true ?onConflict=x ?fields=notes')),
      ),
      fc.record({ data: fc.record({ version: fc.nat(4), undo: fc.nat(3) }) }),
    ),
  },
  { weight: 2, arbitrary: request('GET', at(fc.tuple(fc.constant('/ws/changes/sets'), setsQuery))) },
  { weight: 2, arbitrary: request('GET', at(fc.tuple(onSet, oneWord('?limit=3 ?offset=1 ?limit=-1 ?user=x')))) },
  {
    weight: 2,
    arbitrary: request(
      'POST',
      at(fc.tuple(onSet, oneWord('/undo /undo?dryRun=true'))),
      fc.record({ data: fc.record({ onConflict: oneWord('refuse skip skip x') }, { requiredKeys: [] }) }),
    ),
  },
  { weight: 1, arbitrary: request('GET', fc.constant('/ws/meta/models')) },
  {
    weight: 2,
    arbitrary: request(
      'GET',
      anyModel.map((name) => `/ws/meta/fields/${name}`),
    ),
  },
  {
    weight: 2,
    arbitrary: request(
      'GET',
      at(
        fc.tuple(
          anyModel.map((name) => `/ws/explain/${name}`),
          explainQuery,
        ),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: request(
      'GET',
      at(
        fc.tuple(
          fc.tuple(anyModel, anyId).map(([name, id]) => `/ws/explain/${name}/${id}`),
          explainQuery,
        ),
      ),
    ),
  },
)

const feedQuery = fc
  .record(
    {
      models: fc.array(anyModel, { maxLength: 2 }).map((names) => names.join()),
      after: fc.oneof(oneWord('start AAAA %00'), fc.string({ unit: 'binary', maxLength: 40 })),
      limit: oneWord('1 5 1000 0 -1 x'),
      wait: oneWord('0ms 1ms 20ms 2h 1 -1s'),
      record: oneWord('now now then'),
      quiet: oneWord('true false x'),
      tokens: oneWord('true false maybe'),
    },
    { requiredKeys: [] },
  )
  .map((given) => Object.entries(given).map(([name, value]) => `${name}=${encoded(value)}`))
  .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`))

/**
 * Requests for the change feed. They are apart, because the tokens in the answers of two databases differ. Of a stream
 * the client reads the first event.
 */
const feedRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    request('GET', at(fc.tuple(oneWord('/ws/changes /ws/changes /ws/changes/stream'), feedQuery))),
    fc.option(oneWord('start AAAA'), { nil: undefined, freq: 8 }),
  )
  .map(([one, id]) => (id === undefined ? one : { ...one, headers: { ...one.headers, 'last-event-id': id } }))

/** The same, and what two databases are not compared by yet. */
export const administratorRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 60, arbitrary: wideRequest },
  { weight: 2, arbitrary: request('GET', at(fc.tuple(fc.constant('/ws/search'), searchAllQuery))) },
  { weight: 1, arbitrary: request('GET', at(fc.tuple(onModel, fc.constant('/deleted'), pageQuery))) },
  { weight: 4, arbitrary: feedRequest },
)

/** Requests about the user's own account, also ending their own session. */
export const accountRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  request(
    'POST',
    fc.constant('/ws/sessions/end'),
    fc.record({ user: anyId, current: fc.oneof(fc.boolean(), likelyValue) }, { requiredKeys: [] }),
  ),
  request(
    'POST',
    fc.constant('/ws/password'),
    fc.record({ old: likelyValue, new: fc.oneof(likelyValue, fc.constant('a-new-and-long-password')) }),
  ),
)

/** Placeholders for credentials, from which a header is made. */
export const keyPlace = '{key}'
export const sessionPlace = '{session}'

/** The header of an API key, in the right form and in all wrong ones. */
export const anyBearer: fc.Arbitrary<string> = fc.constantFrom(
  `Bearer ${keyPlace}`,
  `Bearer ${keyPlace}`,
  `bearer ${keyPlace}`,
  `BEARER  ${keyPlace}`,
  `Bearer\t${keyPlace}`,
  `Bearer${keyPlace}`,
  `Bearer ${keyPlace} `,
  `Bearer ${keyPlace} ${keyPlace}`,
  `Bearer ${keyPlace},${keyPlace}`,
  `Bearer "${keyPlace}"`,
  `Bearer ${keyPlace}0`,
  `Bearer ${keyPlace}%00`,
  `Bearer x${keyPlace}`,
  `Bearer tab_${'0'.repeat(46)}`,
  `Bearer tab_${'0'.repeat(45)}`,
  'Bearer tab_',
  'Bearer ',
  'Bearer',
  'Bearer null',
  'Bearer undefined',
  'Bearer [object Object]',
  `Bearer ${sessionPlace}`,
  `Bearer session=${sessionPlace}`,
  `Basic ${keyPlace}`,
  `Basic ${Buffer.from(`admin:${keyPlace}`).toString('base64')}`,
  `Token ${keyPlace}`,
  keyPlace,
  `Digest username="admin", response="${keyPlace}"`,
  `Bearer ${'tab_'.repeat(500)}`,
  'Bearer \u00ff\u00fe',
  "Bearer ' or 1=1 --",
  `Bearer ${Buffer.from('{"alg":"none"}').toString('base64')}.e30.`,
)
