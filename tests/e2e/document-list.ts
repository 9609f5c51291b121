import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { apiFor } from '../helpers/api.ts'
import { type Person, visit } from './fixtures.ts'
import { documentsOf } from './portal-paths.ts'
import { cookieOf } from './signed-in-person.ts'

/** Path of the folder of test files, which were made by real programs. */
export const files = fileURLToPath(new URL('../fixtures/files/', import.meta.url))

/** Opens the area for files to add, where it isn't open, and chooses some. */
export async function chooseFiles(page: Page, chosen: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  const add = page.getByRole('button', { name: 'Add files' })
  if ((await add.getAttribute('aria-expanded')) === 'false') await add.click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(chosen as string[])
}

/** Chooses an action in the menu of a document's row. */
export async function chooseInMenu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The row of a document in the list. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/**
 * Uploads documents over HTTP with the session of a person's browser, and waits until the recipient's list shows them.
 * @param contents by file name
 * @param recipient another person, if an administrator uploads for them; the person themselves otherwise
 */
export async function uploadDocuments(
  { page, context }: Pick<Person, 'page' | 'context'>,
  contents: Record<string, Buffer | string>,
  recipient?: Person,
): Promise<void> {
  const { origin } = new URL(page.url())
  const api = apiFor(origin, { cookie: cookieOf(await context.cookies()) })
  const metadata: Record<string, string> = recipient ? { userId: recipient.id } : {}
  for (const [filename, content] of Object.entries(contents)) {
    await api.upload({ filename, content: Buffer.from(content), metadata })
  }
  for (const name of Object.keys(contents)) await row(recipient?.page ?? page, name).waitFor()
}

/** Opens a person's documents by their URL, as an administrator, and confirms to manage them. */
export async function openDocumentsOf(adminUser: { page: Page }, person: { id: string }): Promise<void> {
  await visit(adminUser.page, documentsOf(person.id))
  await adminUser.page.getByRole('link', { name: 'Manage documents' }).click()
}
