import { findBinaries } from '../harness/binaries.ts'
import type { Host } from './Host.ts'

/**
 * The configuration that we ship (deploy/patroni/patroni.yml) for one host of the test: its addresses, folders and
 * passwords, shorter times, an archive that throws away, and no watchdog, which a namespace does not have.
 */
export function toPatroniFile(deployed: string, { name, address, folder }: Host): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^name: pg1$/m, `name: ${name}`],
    [/^ {2}(listen|connect_address): 10\.0\.0\.1:/gm, `  $1: ${address}:`],
    [/^ {4}ttl: \d+$/m, '    ttl: 8'],
    [/^ {4}loop_wait: \d+$/m, '    loop_wait: 1'],
    [/^ {4}retry_timeout: \d+$/m, '    retry_timeout: 3'],
    [/^ {8}wal_keep_size: .*$/m, '        wal_keep_size: 128MB\n        max_wal_size: 256MB'],
    [/^ {8}archive_command: .*$/m, '        archive_command: /bin/true'],
    [
      /^ {2}data_dir: .*$/m,
      `  data_dir: ${folder}/data\n  parameters: { unix_socket_directories: ${folder} }\n  pgpass: ${folder}/pgpass`,
    ],
    [/^ {2}bin_dir: .*$/m, `  bin_dir: ${findBinaries()}`],
    [/^ {4}- local all all peer$/m, '    - local all all trust'],
    [/^ {2}mode: automatic$/m, '  mode: "off"'],
  ]
  let text = deployed
  for (const [pattern, replacement] of changes) {
    if (text.search(pattern) < 0) throw new Error(`deploy/patroni/patroni.yml has no line like ${pattern.source}`)
    text = text.replace(pattern, replacement)
  }
  return text
}
