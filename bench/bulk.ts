import { chromium } from '@playwright/test'
import { batchPages } from '../app/bulk-delivery/limits.ts'
import { browserArgs } from '../playwright.config.ts'
import { holdersFrom } from '../server/sample/holders.ts'
import { newPerson } from '../tests/e2e/signed-in-person.ts'
import { asOwner } from '../tests/helpers/owner.ts'
import { byPdfkit } from '../tests/helpers/pdf-makers.ts'
import { type Bench, table } from './harness.ts'
import { residentMegabytes } from './memory.ts'
import { figure } from './outcome.ts'

/** Maximum seconds for reading, dividing and matching the largest batch. */
const atMost = 120
/** Milliseconds between two polls. */
const interval = 250

/**
 * An administrator uploads one PDF with the most pages that a batch allows, one for each of as many holders; measures
 * the time until all are matched, and the server's peak memory.
 */
export async function bulkDelivery({ server }: Bench): Promise<void> {
  // Plain JavaScript without types.
  const { ensureBrowser, headlessShell } = await import(new URL('../scripts/install-browser.mjs', import.meta.url).href)
  const browser = await chromium.launch({ executablePath: headlessShell(await ensureBrowser()), args: browserArgs })
  try {
    const pdf = await printForHolders(server)
    const administrator = await newPerson(server, { isAdmin: true })
    const context = await browser.newContext({ baseURL: server.url })
    await context.addCookies(administrator.cookies)
    const page = await context.newPage()
    await page.goto('/profile/admin/bulk/new')
    await page.waitForFunction(() => !('eventReplay' in window))
    const file = { name: 'everybody.pdf', mimeType: 'application/pdf', buffer: pdf }
    await page.getByLabel('Choose files for the batch').setInputFiles(file)
    await page.getByLabel('Split by').selectOption({ label: 'Every few pages' })
    await page.getByLabel('Category').selectOption('Tax')
    const pid = server.child.pid ?? 0
    const idle = residentMegabytes(pid) ?? 0
    let most = idle
    const sampling = setInterval(() => {
      most = Math.max(most, residentMegabytes(pid) ?? 0)
    }, interval)
    const began = performance.now()
    await page.getByRole('button', { name: 'Read and match' }).click()
    const found = page.getByText(/documents? matched automatically/)
    await found.waitFor({ timeout: 600_000 })
    const seconds = (performance.now() - began) / 1000
    clearInterval(sampling)
    table('A bulk delivery', [
      ['', 'found', 'at most', ''],
      [`seconds for ${batchPages} pages`, figure(seconds), String(atMost), seconds <= atMost ? 'met' : 'NOT MET'],
      ['megabytes of the server before', figure(idle), '', ''],
      ['megabytes of the server at most', figure(most), '', ''],
      [(await found.textContent()) ?? '', '', '', ''],
    ])
    if (seconds > atMost) process.exitCode = 1
  } finally {
    await browser.close()
  }
}

async function printForHolders(site: Bench['server']): Promise<Buffer> {
  const { id } = await newPerson(site)
  const columns = {
    legal_name: "'Recipient ' || n || ' Marsh'",
    state: "'TX'",
    address_lines: "'1 Oak Lane' || chr(10) || 'Austin, TX ' || 70000 + n",
  }
  const { rows } = await asOwner(site, holdersFrom(columns, 'generate_series(1, $2::int) n', '$1::uuid'), [
    id,
    batchPages,
  ])
  return byPdfkit(
    rows.map(({ number, legal_name: name, address_lines: address }) => [
      'PAYER’S name|Larkstone Private Lending|500 Congress Avenue|Austin, TX 78701\tForm 1099-INT|For calendar year 2025',
      `RECIPIENT’S name|${name}\t1 Interest income|$ 1,234.56`,
      `${String(address).replace('\n', '|')}\t4 Federal income tax withheld|$ 0.00`,
      `Account number|${number}\tRECIPIENT’S TIN|***-**-1234`,
      'This is important tax information and is being furnished to the IRS. '.repeat(6),
    ]),
  )
}
