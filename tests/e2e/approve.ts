import type { Page } from '@playwright/test'
import { expect, visit } from './fixtures.ts'

/**
 * Approves what somebody else has asked for.
 * @param words that only its entry has
 */
export async function approve(page: Page, words: string): Promise<void> {
  await visit(page, '/profile/admin/approvals')
  const entry = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').filter({ hasText: words })
  await entry.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Approved' })).toBeVisible()
}
