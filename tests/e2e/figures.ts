import type { Page } from '@playwright/test'
import { parseCents } from '../../rules/money.ts'

/** @returns a figure above a list, in cents; undefined where it is no amount */
export async function figureOf(page: Page, label: string): Promise<bigint | undefined> {
  const figure = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  return parseCents(await figure.getByRole('definition').innerText())
}
