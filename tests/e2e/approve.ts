import { approveCommand } from '../../app/approvals/approvals.commands.ts'
import { apiFor } from '../helpers/api.ts'
import { eventually } from '../helpers/eventually.ts'
import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { expect } from './fixtures.ts'
import { cookieOf, type SignedInPerson } from './signed-in-person.ts'

/**
 * Approves what a person has asked for, with the form that the page has but without a browser: what it shows and how it
 * is pressed is told in approvals.spec.ts.
 * @param colleague another administrator, who was there when it was asked for: where there is none, nothing is asked
 */
export async function approve(site: Site, colleague: SignedInPerson, requester: { id: string }): Promise<void> {
  const { id } = await eventually('what to approve', async () => {
    const open = 'select id from approvals where asked_by = $1 and decision is null'
    return (await asOwner(site, open, [requester.id])).rows[0]
  })
  const api = apiFor(site.url, { cookie: cookieOf(colleague.cookies) })
  const { notice } = await api.submitAt('/profile/admin/approvals', { intent: approveCommand.name, approval: id })
  expect(notice).toBe(approveCommand.notice)
}
