import { test as base } from 'vitest'
import type { QueueName } from '../../server/jobs/queues.ts'
import { eventually } from './eventually.ts'
import { type TestPortal, testPortal } from './portal.ts'

/** A portal shared by a file's tests. Each test creates its own people; data of earlier tests may still be there. */
export type SharedPortal = Omit<TestPortal, 'investor' | 'second' | 'admin'>

let tests = 0

/**
 * Vitest's `test` with one portal for the whole file, opened for the first test that needs it, and with people created
 * for each test that names them: `test('…', async ({ portal, investor }) => …)`.
 * @param env environment variables that differ from the tests' defaults
 * @param built whether the portal serves the built pages
 */
export function testOnPortal(env: Record<string, string> = {}, built = false) {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
      .extend('portal', { scope: 'file' }, async ({}, { onCleanup }): Promise<SharedPortal> => {
        const portal = await testPortal(env, built)
        onCleanup(() => portal[Symbol.asyncDispose]())
        return portal
      })
      // The domain of the e-mail addresses of this test's people only: `story-7.example`.
      .extend('domain', () => `story-${++tests}.example`)
      .extend('investor', ({ portal, domain }) => portal.newPerson(`investor@${domain}`, { fullName: 'Iris Vestor' }))
      .extend('second', ({ portal, domain }) => portal.newPerson(`second@${domain}`, { fullName: 'Second Person' }))
      .extend('admin', ({ portal, domain }) =>
        portal.newPerson(`admin@${domain}`, { fullName: 'Ada Ministrator', isAdmin: true }),
      )
      .extend('colleague', ({ portal, domain }) =>
        portal.newPerson(`colleague@${domain}`, { fullName: 'Cole League', isAdmin: true }),
      )
      .extend('approver', ({ portal, domain }) =>
        portal.newPerson(`approver@${domain}`, { fullName: 'Appro Ver', isApprover: true }),
      )
      // The people for the helpers for notes: a requester, an approver, and a holder's member.
      .extend('people', ({ admin, colleague, investor }) => ({ admin, colleague, investor }))
  )
}

export const test = testOnPortal()

/** Waits until all queued e-mail is sent, for tests that check who gets none. */
export async function allSent(portal: SharedPortal): Promise<void> {
  await eventually('an empty e-mail queue', async () => {
    const { rowCount } = await portal.owner.query(
      "select from jobs.job where name = 'send-mail' and state < 'completed'",
    )
    return rowCount === 0
  })
}

/** Waits until all queues are empty except for postponed jobs, for tests that count database statements. */
export async function allDone(portal: SharedPortal): Promise<void> {
  await eventually('empty queues', async () => {
    const { rowCount } = await portal.owner.query(
      "select from jobs.job where state < 'completed' and start_after <= now() + interval '1 second'",
    )
    return rowCount === 0
  })
}

/** Runs the jobs of a queue now that are scheduled or waiting for a retry. */
export async function runPendingJobs({ owner }: Pick<SharedPortal, 'owner'>, queue: QueueName): Promise<void> {
  await owner.query("update jobs.job set start_after = now() where name = $1 and state < 'active'", [queue])
  // Wakes the queue like pg-boss (notifyQueue in its plans.js); otherwise it polls every two seconds.
  await owner.query("select pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), $1)", [queue])
}
