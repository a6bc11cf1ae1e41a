import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { contacts, plansOf } from '../../test/harness/recordStatements.ts'
import { narrowGrant, credential } from '../../test/harness/authorizations.ts'
import { brokenRules } from '../../test/harness/statementRules.ts'
import { NamedSql, type Sql } from '../sql/sql.ts'
import { forgiveAttemptStatement, reserveAttemptStatement, sweepAttemptsStatement } from './service/attempts.ts'
import { openAuthCheck, authCheckFor, authCheckStatement } from './authorization/authCheck.ts'
import { stillAuthorizedStatement } from './authorization/lastingAuthorization.ts'
import { readStatement } from './read.ts'
import { rightsOfKeysStatement } from './authorization/keyRights.ts'
import {
  rightsOfUsersStatement,
  rightsOfUserStatement,
  rulesOfRolesStatement,
  rulesStatement,
} from './authorization/rights.ts'
import {
  credentialsStatement,
  keyStatement,
  sessionStatement,
  touchKeyStatement,
  touchStatement,
} from './service/sessions.ts'
import {
  closeSessionStatement,
  endSessionsByProviderStatement,
  endSessionsOfStatement,
  endSessionsStatement,
  sweepSessionsStatement,
} from './service/sessionWrites.ts'
import { sweepUsedTokensStatement, useTokenStatement } from './service/usedTokens.ts'
import { openSessionStatement } from './service/openPasswordSession.ts'

const times = { idle: 60_000, lifetime: 600_000, touch: 6_000 }

/** Statements about callers and their rights. */
function accessStatements(size: number): Record<string, Sql> {
  const hashes = Array.from({ length: size }, (_, index) => `canary${index}`)
  const ids = hashes.map((_, index) => 7777 + index)
  const authorization = narrowGrant(contacts)
  const attempt = { account: 'canary', network: 'canary' }
  return {
    'session look-up': sessionStatement(times).toSql(hashes, contacts, openAuthCheck),
    'key look-up': keyStatement(times).toSql(hashes, contacts, openAuthCheck),
    'noting a use': touchStatement(hashes, times),
    'noting the use of a key': touchKeyStatement(hashes, times),
    'opening a session': openSessionStatement({
      hash: 'canary',
      userId: 7777,
      passwordHash: 'canary',
      agent: 'canary',
      network: 'canary',
      requestId: 'canary',
    }),
    'closing a session': closeSessionStatement('canary', 'canary'),
    'ending all sessions of a user': endSessionsStatement(7777, 'canary'),
    'ending the sessions of users': endSessionsOfStatement(ids, {
      authorization,
      requestId: 'canary',
      except: 'canary',
    }),
    'ending a session of a provider': endSessionsByProviderStatement({ issuer: 'canary', sid: 'canary' }, 'canary'),
    'using a token': useTokenStatement('canary', 7777),
    'forgetting tokens': sweepUsedTokensStatement(),
    'sweeping sessions': sweepSessionsStatement(times),
    credentials: credentialsStatement('canary', 'break-glass'),
    'counting an attempt': reserveAttemptStatement(attempt, { loginAttempts: 7777, loginWait: 7778, loginRate: 7779 }),
    'forgiving an attempt': forgiveAttemptStatement(attempt),
    'forgetting attempts': sweepAttemptsStatement(),
    'rights of users': rightsOfUsersStatement(ids),
    rules: rulesStatement(ids),
    'rights of keys': rightsOfKeysStatement(ids),
    'rights of a user by name': rightsOfUserStatement('canary'),
    'rights of a user by id': rightsOfUserStatement('7777'),
    'rules of all roles': rulesOfRolesStatement(7777),
    'pass of a session': authCheckStatement(credential),
    'pass of a key': authCheckStatement({ ...credential, isKey: true }),
    'pass of an administrator': authCheckStatement({ ...credential, isAdmin: true }),
    'pass at the end': stillAuthorizedStatement(credential) ?? expect.fail('It depends on rules.'),
    'pass of a key at the end':
      stillAuthorizedStatement({ ...credential, isKey: true }) ?? expect.fail('It depends on rules.'),
    'pass of the service': authCheckStatement(undefined),
    ...passes(hashes),
  }
}

/** The auth checks of callers who share a statement, each before a read. */
function passes(hashes: readonly string[]): Record<string, Sql> {
  const sessions = hashes.map((hash, index) => ({ ...credential, id: 7_777 + index, hash }))
  const keys = sessions.map((one) => ({ ...one, isKey: true }))
  const reading = (authCheck: Sql) => {
    const model = contacts.get('com.example.contacts.Contact')
    return readStatement.toSql(
      plansOf({ model, authorization: narrowGrant(contacts) }, hashes.length).read,
      contacts,
      authCheck,
    )
  }
  return {
    'read by sessions': reading(authCheckFor(sessions)),
    'read by keys': reading(authCheckFor(keys)),
    'read by administrators': reading(authCheckFor(sessions.map((one) => ({ ...one, isAdmin: true })))),
    'read by both': reading(authCheckFor([...sessions, ...keys])),
    'read by some that were recognised before rights changed': reading(
      authCheckFor([...sessions, { ...credential, revision: '7778' }]),
    ),
    'read by the service': reading(authCheckFor([undefined])),
  }
}

describe('the statements about callers and their rights', () => {
  const many = accessStatements(3)

  it.each(Object.entries(many))('%s obeys every rule', (_, statement) => {
    expect(brokenRules(statement.toQuery().text)).toEqual([])
  })

  it('have names that say what they do', () => {
    for (const statement of Object.values(many))
      if (statement instanceof NamedSql) expect(statement.statement).toMatch(/^[a-z]+\.[a-z][A-Za-z]+$/)
  })

  it.each(Object.entries(accessStatements(1)))('%s has one text for one and for many', (what, statement) => {
    expect(many[what]?.toQuery().text).toBe(statement.toQuery().text)
  })
})

describe('the narrow visibility of these tests', () => {
  it.each([contacts, everyType])('hides records and fields of every model, depending on the viewer', (models) => {
    const { broken, visibility } = narrowGrant(models).rights
    expect(broken).toEqual([])
    for (const model of models.all) {
      expect(visibility.isPersonal(model)).toBe(true)
      expect(visibility.rowsOf(model)).toMatchObject({ is: 'or' })
      expect(visibility.partialFieldsOf(model).size).toBeGreaterThan(0)
    }
  })
})
