import type { Scene } from './Scene.ts'

const Job = 'tabularium.Job'

/** What happens in the background. */
export const workScenes: readonly Scene[] = [
  { name: 'jobs', path: `/r/${Job}`, shows: 'com.example.contacts.sync' },
  { name: 'job-failed', path: `/r/${Job}/1`, shows: 'Try again' },
  { name: 'job-running', path: `/r/${Job}/2`, shows: '62 %' },
]
