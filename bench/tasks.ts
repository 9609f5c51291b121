import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserArgs } from '../playwright.config.ts'
import { addDays, addMonths } from '../rules/days.ts'
import { fundDay } from '../server/platform/fund-day.ts'
import { signingLinksFrom } from '../server/sample/documents.ts'
import { holdersFrom } from '../server/sample/holders.ts'
import { newClientIp, newPerson, newSessionCookies } from '../tests/e2e/signed-in-person.ts'
import { insertNote } from '../tests/helpers/insert-notes.ts'
import { asOwner } from '../tests/helpers/owner.ts'
import { byPdfkit } from '../tests/helpers/pdf-makers.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { closePeriods, closings } from './closing.ts'
import { type Effort, Hand } from './hand.ts'
import { type Bench, type BenchOptions, table } from './harness.ts'
import { figure } from './outcome.ts'
import { givenSubscriber, subscribingTask } from './subscribing.ts'
import { bulkFiles, releaseTask, type Task, tasks } from './task-scripts.ts'

/** Medians, because waiting for the site varies. */
const runs = 3
const people = { paul: 'paul.okafor@example.com', elena: 'elena.marsh@example.com', office: 'admin@larkstone.example' }
const colleague = 'controller@larkstone.example'
const visitor = 'vera.visitor@example.com'
const screens = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } }

/**
 * Counts the effort of common tasks on the sample fund's site: presses, scrolls, characters, and their seconds
 * (`hand.ts`). A scripted browser on the same machine, so without network time. Fails if a task can't be done, or takes
 * too many presses.
 *
 * `--against FOLDER` also does them in a built checkout of commit 7450800; `--runs 5` sets how often, `--task WORD`
 * counts only tasks with it in their names. Closing a period is done once, by two people (closing.ts).
 */
export async function tasksOfPeople(_: Bench, { against, runs: times, task: only }: BenchOptions): Promise<void> {
  // Plain JavaScript without types.
  const { ensureBrowser, headlessShell } = await import(new URL('../scripts/install-browser.mjs', import.meta.url).href)
  const browser = await chromium.launch({ executablePath: headlessShell(await ensureBrowser()), args: browserArgs })
  const count = Number(times ?? runs)
  const chosen = tasks.filter(({ name }) => !only || name.includes(only))
  const [before] = against
  try {
    const then = before ? await measureSite(browser, { folder: before, which: 'before', count, chosen }) : undefined
    const now = chosen.length > 0 ? await measureSite(browser, { which: 'now', count, chosen }) : new Map()
    const head = ['presses', 'scrolls', 'typed', 'seconds']
    const columns = [...(then ? head.map(name => `${name} before`) : []), ...head]
    const rows = chosen.map(({ name }) => [name, ...(then ? cells(then.get(name)) : []), ...cells(now.get(name))])
    if (chosen.length > 0) table(`What people do for a task; median of ${count}`, [['', ...columns], ...rows])
    await closePeriods(
      browser,
      closings.filter(({ name }) => !only || name.includes(only)),
      openOffice,
    )
  } finally {
    await browser.close()
  }
}

interface Measured {
  /** Of another checkout. */
  folder?: string
  which: 'before' | 'now'
  count: number
  chosen: readonly Task[]
}

async function measureSite(browser: Browser, { folder, which, count, chosen }: Measured) {
  await using site = disposable(
    await startServer({ NODE_ENV: 'production' }, { ...(folder && { folder }), args: ['--demo'] }),
  )
  const efforts = new Map<string, Effort>()
  for (const task of chosen) {
    if (!task[which]) continue
    const done: Effort[] = []
    try {
      for (let run = 0; run < count; run++) done.push(await doTask(browser, site, task, which))
    } catch (error) {
      // Counts the others anyway.
      console.error(`“${task.name}” can’t be done (${which}):`, error)
      process.exitCode = 1
      continue
    }
    done.sort((a, b) => a.seconds - b.seconds)
    const middle = done[done.length >> 1] as Effort
    efforts.set(task.name, middle)
    if (which === 'before' || middle.presses <= task.most) continue
    console.error(`“${task.name}” takes ${middle.presses} presses, and may take ${task.most}.`)
    process.exitCode = 1
  }
  return efforts
}

async function doTask(browser: Browser, site: TestServer, task: Task, which: 'before' | 'now'): Promise<Effort> {
  if (task.name === 'approve a deletion') await requestDeletion(site)
  if (task.name === 'answer a visitor') await forgetVisitor(site)
  if (task.name === 'choose at maturity') await addMaturingNote(site)
  if (task.name === subscribingTask) await givenSubscriber(site)
  if (task.who === 'office') await writeAsVisitor(browser, site)
  if (task.name === releaseTask) await printForHolders(site)
  const [context, other] = [await contextAt(browser, site, task.on), await contextAt(browser, site, task.on)]
  try {
    if (task.who !== 'visitor') await context.addCookies(await cookiesOf(site, people[task.who]))
    const hand = await handAt(context, task.at)
    await task[which]?.(hand, async at => {
      await other.addCookies(await cookiesOf(site, colleague))
      return handAt(other, at)
    })
    return hand.effort()
  } finally {
    await Promise.all([context.close(), other.close()])
  }
}

/** A browser window of a person of the office. */
async function openOffice(browser: Browser, site: TestServer, email: string): Promise<Hand & AsyncDisposable> {
  const context = await contextAt(browser, site, 'desk')
  await context.addCookies(await cookiesOf(site, email))
  const hand = await handAt(context, '/profile/admin/today')
  return Object.assign(hand, { [Symbol.asyncDispose]: () => context.close() })
}

async function handAt(context: BrowserContext, at: string): Promise<Hand> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(at)
  await page.waitForFunction(() => !('eventReplay' in window))
  return new Hand(page)
}

/** Three hundred holders of the register, and a file for each, with their names. */
async function printForHolders(site: TestServer): Promise<void> {
  const run = randomUUID().slice(0, 8)
  const { id } = await newPerson(site)
  const { rows } = await asOwner(
    site,
    holdersFrom(
      { legal_name: "'Recipient ' || n || ' of ' || $1::text", state: "'TX'" },
      'generate_series(1, 300) n',
      '$2::uuid',
    ),
    [run, id],
  )
  const files = await Promise.all(
    rows.map(async ({ number }, n) => ({
      name: `scan ${n + 1}.pdf`,
      mimeType: 'application/pdf',
      buffer: await byPdfkit([[`Tax form of ${run}`, `Holder ${number}`, 'Interest 1,234.56']]),
    })),
  )
  bulkFiles.splice(0, bulkFiles.length, ...files)
}

function contextAt(browser: Browser, site: TestServer, on: keyof typeof screens) {
  const extraHTTPHeaders = { 'x-forwarded-for': newClientIp() }
  return browser.newContext({ baseURL: site.url, viewport: screens[on], reducedMotion: 'reduce', extraHTTPHeaders })
}

async function cookiesOf(site: TestServer, email: string) {
  const { rows } = await asOwner(site, 'select id from user_profiles where email = $1', [email])
  return newSessionCookies(site, rows[0].id)
}

/** Paul requests the deletion of a signing link, which has no file to lose. */
async function requestDeletion(site: TestServer): Promise<void> {
  const requested = { delete_request_status: "'pending'", delete_requested_by: 'id', delete_requested_at: 'now()' }
  const columns = { user_id: 'id', filename: "'Old wire confirmation'", ...requested }
  await asOwner(site, signingLinksFrom(columns, 'user_profiles where email = $1'), [people.paul])
}

/** Gives Elena another note with a choice at maturity, which can't be undone. The books of its issue day are closed. */
async function addMaturingNote(site: TestServer): Promise<void> {
  const query = (text: string, values?: unknown[]) => asOwner(site, text, values)
  const { rows } = await query(
    `select m.holder_id from holder_members m join user_profiles p on p.id = m.user_id
    where p.email = $1 and m.ended_at is null order by m.holder_id limit 1`,
    [people.elena],
  )
  const until = fundDay()
  await query('alter table ledger_entries disable trigger close_entries')
  await insertNote(query, rows[0].holder_id, { issueDate: addMonths(addDays(until, 30), -12), until })
  await query('alter table ledger_entries enable always trigger close_entries')
}

/** Leaves a message on the contact page. */
async function writeAsVisitor(browser: Browser, site: TestServer): Promise<void> {
  const { rows } = await asOwner(site, 'select from messages where email = $1', [visitor])
  if (rows.length > 0) return
  const context = await contextAt(browser, site, 'desk')
  const page = await context.newPage()
  await page.goto('/contact')
  await page.getByLabel('Name', { exact: true }).fill('Vera Visitor')
  await page.getByLabel('E-mail address').fill(visitor)
  await page.getByLabel('Message', { exact: true }).fill('What happens if a borrower pays late?')
  // A form submitted too soon counts as a robot's.
  await page.waitForTimeout(4000)
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Thank you. We have your message.').waitFor()
  await context.close()
}

/** Removes the message that an earlier run answered. */
async function forgetVisitor(site: TestServer): Promise<void> {
  await asOwner(site, 'delete from messages where email = $1', [visitor])
}

function disposable(server: TestServer): TestServer & AsyncDisposable {
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.dispose() })
}

function cells(effort: Effort | undefined): string[] {
  if (!effort) return ['–', '–', '–', '–']
  const { presses, scrolls, typed, seconds } = effort
  return [String(presses), String(scrolls), String(typed), figure(seconds)]
}
