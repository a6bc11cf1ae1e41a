import { expect, test } from 'vitest'
import { createDatabase } from './harness/database.ts'
import { loggedIn, startService } from './harness/service.ts'

test('the service reaches PostgreSQL by its Unix socket', async () => {
  const database = await createDatabase()
  const [row] = await database.query('show unix_socket_directories')
  const url = new URL(database.url)
  url.hostname = 'no-host-but-the-socket.invalid'
  url.searchParams.set('host', String(row?.['unix_socket_directories']).split(',')[0] ?? '')
  const service = await startService(url.href)
  try {
    const client = await loggedIn(service)
    expect(await client.find('com.example.contacts.Contact')).toMatchObject({ status: 200 })
    client.close()
  } finally {
    await service.stop()
    await database.drop()
  }
})
