import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'

/** Clicks a link that downloads. @returns the file, and what it is called */
export async function downloadBy(link: Locator): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([link.page().waitForEvent('download'), link.click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}
