#!/usr/bin/env node
// The command tabularium. It imports nothing and uses old syntax only, so that a Node that is too old can still read
// it and say so, instead of failing with a stack in a file that it does not understand.
var needed = [22, 18]
var parts = process.versions.node.split('.').map(Number)

if (parts[0] > needed[0] || (parts[0] === needed[0] && parts[1] >= needed[1])) {
  // The cache keeps the JavaScript of all modules, so that types are stripped only once.
  process.getBuiltinModule('node:module').enableCompileCache()
  void import('../src/main.ts')
} else {
  console.error(
    'tabularium: Tabularium needs Node ' + needed.join('.') + ' or newer; this is ' + process.versions.node + '. ' +
      'Install a newer one: https://nodejs.org/en/download',
  )
  process.exitCode = 2
}
