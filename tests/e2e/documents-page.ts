import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { asOwner } from '../helpers/owner.ts'
import type { TestServer } from '../helpers/server.ts'
import { documentsOf } from './addresses.ts'
import type { Person } from './fixtures.ts'

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

/** Gives a person text documents the short way, but whole: `name` holds the words `words`. */
export async function givenTexts({ page }: Person, texts: Record<string, string>): Promise<void> {
  const chosen = Object.entries(texts).map(([name, words]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(words),
  }))
  await choose(page, chosen)
  for (const name of Object.keys(texts)) await row(page, name).waitFor()
}

/** Opens a person's documents as an administrator does who has the address. */
export async function openDocumentsOf(site: TestServer, boss: Person, person: Person): Promise<void> {
  const { rows } = await asOwner(site, 'select id from user_profiles where email = $1', [person.email])
  await boss.page.goto(documentsOf(rows[0].id))
}
