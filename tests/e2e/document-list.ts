import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { apiFor } from '../helpers/api.ts'
import { type Person, visit } from './fixtures.ts'
import { documentsOf } from './portal-paths.ts'

/** Files made by real programs. */
export const files = fileURLToPath(new URL('../fixtures/files/', import.meta.url))

/** Chooses files as a person does with the button. */
export async function choose(page: Page, chosen: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(chosen as string[])
}

/** The list's entry of a document. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/**
 * Uploads documents as somebody's own browser would, without pressing anything there, and waits until the list of whom
 * they are for shows them.
 * @param contents by name
 * @param recipient another person, where an administrator uploads for them
 */
export async function give(
  { page, context }: Pick<Person, 'page' | 'context'>,
  contents: Record<string, Buffer | string>,
  recipient?: Person,
): Promise<void> {
  const cookies = await context.cookies()
  const { origin } = new URL(page.url())
  const api = apiFor(origin, { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
  const metadata: Record<string, string> = recipient ? { userId: recipient.id } : {}
  for (const [filename, content] of Object.entries(contents)) {
    await api.upload({ filename, content: Buffer.from(content), metadata })
  }
  for (const name of Object.keys(contents)) await row(recipient?.page ?? page, name).waitFor()
}

/** Opens somebody's documents as an administrator does who has the address. */
export async function openDocumentsOf(boss: Person, person: Person): Promise<void> {
  await visit(boss.page, documentsOf(person.id))
}
