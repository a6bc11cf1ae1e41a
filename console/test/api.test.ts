import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()

describe('the requests of a screen', () => {
  it('are shown by one key, and the command that is copied answers the same', async () => {
    recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: "O'Neill", status: 'customer' }))
    recordOf(await stage.client.create(Contact, { firstName: 'Sam', lastName: 'Smith' }))
    const key = await stage.client.create('tabularium.Key', { name: 'panel' })
    const ada = await visit()
    await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const where = JSON.stringify({ fieldName: 'lastName', operator: '=', value: "O'Neill" })
    await ada.go(`/r/${Contact}?where=${encodeURIComponent(where)}`)
    await ada.login()
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('.')
    const panel = ada.page.getByRole('dialog', { name: 'API' })
    await panel.getByRole('region', { name: 'Answer' }).getByText("Ada O'Neill").waitFor()
    await ada.expectAccessible()
    await panel.getByRole('button', { name: 'Copy' }).first().click()
    await panel.getByRole('button', { name: 'Copied' }).waitFor()
    const command = await ada.page.evaluate<string>('navigator.clipboard.readText()')
    expect(command).not.toContain('session')
    const env = { ...process.env, TABULARIUM_KEY: String((key.json as { token?: unknown } | undefined)?.token) }
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env })
    expect(JSON.parse(stdout)).toMatchObject({ status: 0, total: 1 })
    await panel.getByRole('radio', { name: 'TypeScript' }).click()
    await panel.getByText(`client.records('${Contact}').find({`).waitFor()
    await panel.getByRole('radio', { name: 'HTTP' }).click()
    await panel.getByText(`GET /ws/rest/${Contact}?where=`).first().waitFor()
    const rows = await panel.getByRole('row').allInnerTexts()
    expect(rows.filter((row) => /\t200\t[\d,]+ ms\t\S{16}$/.test(row)).length).toBeGreaterThanOrEqual(3)
    expect(await panel.innerText()).not.toContain('correct horse')
    await panel.getByRole('button', { name: 'Show POST /callback' }).click()
    await panel.getByText('The body has a password and is not shown.').waitFor()
    await ada.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })
})
