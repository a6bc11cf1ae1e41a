import { describe, expect, it } from 'vitest'
import { withDatabase, withoutPassword } from './address.ts'

describe('withDatabase', () => {
  it.each([
    ['postgres://u:p@h:1,g:2/db?sslmode=require', 'postgres://u:p@h:1,g:2/own?sslmode=require'],
    ['postgres://h', 'postgres://h/own'],
    ['postgresql://u@/db?host=/run/postgresql', 'postgresql://u@/own?host=/run/postgresql'],
  ])('%s becomes %s', (url, changed) => {
    expect(withDatabase(url, 'own')).toBe(changed)
  })
})

describe('withoutPassword', () => {
  it.each([
    ['postgres://h/db', 'postgres://h/db'],
    ['postgres://u@h:5432/db', 'postgres://u@h:5432/db'],
    ['postgres://u:secret@h/db', 'postgres://u:***@h/db'],
    ['postgres://u:secret@h1:1,h2:2/db?sslmode=require', 'postgres://u:***@h1:1,h2:2/db?sslmode=require'],
    ['postgresql://u:secret@/db?host=/run/postgresql', 'postgresql://u:***@/db?host=/run/postgresql'],
  ])('%s is shown as %s', (url, shown) => {
    expect(withoutPassword(url)).toBe(shown)
  })

  it.each([
    'postgres://u:sec@secret@h/db',
    'postgres://u:a/secret@h/db',
    'postgres://u:a?secret@h/db',
    'postgres://u:a:secret@h/db',
    'postgres://u:x@h1,v:secret@h2/db',
    'postgres://h/db?password=secret',
    'postgres://h/db?password=x&password=secret',
    'postgres://h/db?sslmode=require&%70assword=secret',
    'postgres://h/db?PASSWORD=secret',
    'postgres://h/db?sslpassword=secret',
    'postgres://h/db?sslmode=disable#password=secret',
    'postgres://h/db?options=-c x=secret',
    'postgres://h/db?application_name=x&user=u:secret',
    'postgres://u%3Asecret@h/db',
    'host=h password=secret',
    'mysql://u:secret@h/db',
    'secret',
  ])('shows nothing secret of %s', (url) => {
    expect(withoutPassword(url)).not.toContain('secret')
  })
})
