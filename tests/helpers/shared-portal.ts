import { test as base } from 'vitest'
import { eventually } from './eventually.ts'
import { type TestPortal, testPortal } from './portal.ts'

/** A portal that the stories of a file share. Each brings people of its own: what others left may be there, too. */
export type SharedPortal = Omit<TestPortal, 'investor' | 'second' | 'admin'>

let stories = 0

/**
 * Vitest's `test` with one portal for the whole file, opened when the first story asks for it, and with people made for
 * each story that names them: `test('…', async ({ portal, investor }) => …)`.
 * @param env configuration that differs from the tests' usual one
 */
export function testOnPortal(env: Record<string, string> = {}) {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
      .extend('portal', { scope: 'file' }, async ({}, { onCleanup }): Promise<SharedPortal> => {
        const portal = await testPortal(env)
        onCleanup(() => portal[Symbol.asyncDispose]())
        return portal
      })
      // What the addresses of this story's people end with, and nobody else's: `story-7.example`.
      .extend('domain', () => `story-${++stories}.example`)
      .extend('investor', ({ portal, domain }) => portal.newPerson(`investor@${domain}`, { fullName: 'Iris Vestor' }))
      .extend('second', ({ portal, domain }) => portal.newPerson(`second@${domain}`, { fullName: 'Second Person' }))
      .extend('admin', ({ portal, domain }) =>
        portal.newPerson(`admin@${domain}`, { fullName: 'Ada Ministrator', isAdmin: true }),
      )
  )
}

export const test = testOnPortal()

/** Waits until all mail there is has gone out: for stories that tell who gets none. */
export async function allSent(portal: SharedPortal): Promise<void> {
  await eventually('an empty queue', async () => {
    const { rowCount } = await portal.owner.query(
      "select from jobs.job where name = 'send-mail' and state < 'completed'",
    )
    return rowCount === 0
  })
}
