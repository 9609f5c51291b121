import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { openStore } from '../../../server/storage/open-store.ts'
import { isKey } from '../../../server/storage/storage-port.ts'
import { files, uploadDocuments } from '../../../tests/e2e/document-list.ts'
import { expect } from '../../../tests/e2e/fixtures.ts'
import { asOwner } from '../../../tests/helpers/owner.ts'
import type { Site } from '../../../tests/helpers/server.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

type Chosen = string | { name: string; mimeType: string; buffer: Buffer }

/** Uploads a file for the page's person and opens it. @returns the viewer's dialog */
export async function openFile(page: Page, file: Chosen): Promise<Locator> {
  const name = typeof file === 'string' ? file : file.name
  await uploadFile(page, file)
  await page.getByRole('link', { name: `View ${name}`, exact: true }).click()
  return page.getByRole('dialog', { name })
}

/** Uploads a file for the page's person. */
export async function uploadFile(page: Page, file: Chosen): Promise<void> {
  const [name, content] = typeof file === 'string' ? [file, await readFile(files + file)] : [file.name, file.buffer]
  await uploadDocuments({ page, context: page.context() }, { [name]: content })
}

export const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

/** A file that starts like a PDF and isn't one. */
export const damagedPdf = () => pdf('torn.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4000)]))

/** A page of the open PDF. */
export const sheet = (viewer: Locator, number: number) =>
  viewer.getByRole('region', { name: `Page ${number}`, exact: true })

/** Waits until something is rendered on a page, not only blank paper. */
export async function expectRendered(viewer: Locator, number: number) {
  const hasInk = () =>
    sheet(viewer, number)
      .locator('canvas')
      .first()
      .evaluate(canvas => {
        const { width, height } = canvas as HTMLCanvasElement
        if (!width) return false
        const { data } = ((canvas as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D).getImageData(
          0,
          0,
          width,
          height,
        )
        return data.some((value, i) => i % 4 === 0 && value < 128 && (data[i + 3] ?? 0) > 0)
      })
      .catch(() => false)
  await expect.poll(hasInk).toBe(true)
}

/** @returns errors on the page's console from now on */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(error.message))
  return errors
}

/** Deletes the stored files of a person's documents, as a broken disk would. */
export async function deleteStoredFiles(site: Site, email: string): Promise<void> {
  const { rows } = await asOwner(
    site,
    'select d.file_path from documents d join user_profiles p on p.id = d.user_id where p.email = $1',
    [email],
  )
  const stored = await openStore(site.files, isKey)
  for (const { file_path } of rows) await stored.delete(file_path)
}
