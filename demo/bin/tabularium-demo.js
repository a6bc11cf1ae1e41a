#!/usr/bin/env node
// The command of `npx @tabularium/demo`: runs `tabularium demo` with the PostgreSQL of this package. With --where it
// prints the folder of PostgreSQL's programs instead, and with --package its own; that is how `tabularium` finds them
// through npx.
// The syntax is old, so that a Node that is too old gets as far as Tabularium's own message.
void import('../src/launch.ts').then(function (module) {
  return module.launch(process)
})
