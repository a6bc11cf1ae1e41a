import { describe, expect, test } from 'vitest'
import { packageManagerOf } from './packageManager.ts'
import { nextCommands } from './runInit.ts'
import { toProjectPath } from './templateFiles.ts'
import { toPackageName, toProjectFiles } from './toProjectFiles.ts'

describe('the name of a package', () => {
  test.each([
    ['/home/ada/books', 'books'],
    ['/home/ada/My Books!', 'my-books'],
    ['/home/ada/.hidden', 'hidden'],
    ['/home/ada/Tabularium', 'tabularium-project'],
    ['/home/ada/本', 'tabularium-project'],
    ['/', 'tabularium-project'],
  ])('for %s is %s', (folder, name) => {
    expect(toPackageName(folder)).toBe(name)
  })
})

describe('the path of a file in a project', () => {
  test.each([
    ['models/Book.ts', 'models/Book.ts'],
    ['models/Book.ts.template', 'models/Book.ts'],
    ['test\\books.test.ts.template', 'test/books.test.ts'],
    ['gitignore.template', '.gitignore'],
    ['gitignore', '.gitignore'],
  ])('of the template %s is %s', (template, path) => {
    expect(toProjectPath(template)).toBe(path)
  })
})

test('the files of a project have its name and its version, and nothing else is changed', () => {
  const manifest = JSON.stringify({ name: 'library', dependencies: { other: '1.0.0', tabularium: '^0.0.1' } })
  const templates = [
    { path: 'package.json', text: manifest },
    { path: 'README.md', text: '# library\n\n# library\n' },
    { path: 'models/Book.ts', text: '// library' },
  ]
  const [first, ...others] = toProjectFiles(templates, 'books', '1.2.3')
  expect(JSON.parse(first?.text ?? '')).toEqual({
    name: 'books',
    dependencies: { other: '1.0.0', tabularium: '^1.2.3' },
  })
  expect(others).toEqual([
    { path: 'README.md', text: '# books\n\n# library\n' },
    { path: 'models/Book.ts', text: '// library' },
  ])
})

test.each([
  ['npm/10.9.0 node/v24.0.0 linux x64 workspaces/false', 'npm'],
  ['pnpm/9.1.0 npm/? node/v24.0.0 linux x64', 'pnpm'],
  ['yarn/4.0.0 npm/? node/v24.0.0', 'yarn'],
  ['bun/1.2.0', 'bun'],
  ['evil; rm -rf /', 'npm'],
  [undefined, 'npm'],
])('%s is the package manager %s', (agent, manager) => {
  expect(packageManagerOf({ npm_config_user_agent: agent })).toBe(manager)
})

describe('the next commands', () => {
  test.each([
    ['books', true, ['cd books', 'pnpm run dev', 'pnpm test']],
    ['../it is', false, ["cd '../it is'", 'pnpm install', 'pnpm run dev']],
    ['', true, ['pnpm run dev', 'pnpm test', 'pnpm run check']],
    ["it's", true, [`cd 'it'\\''s'`, 'pnpm run dev', 'pnpm test']],
  ])('for the folder %j, installed: %s', (target, installed, lines) => {
    expect(nextCommands({ target, manager: 'pnpm', installed })).toEqual(lines)
  })
})
