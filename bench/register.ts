import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { scheduleOf } from '../app/notes/schedule.ts'
import { addMonths } from '../rules/days.ts'
import { fundDay } from '../server/platform/fund-day.ts'
import { ask } from './ask.ts'
import { fillFund } from './fill-fund.ts'
import { fillRegister } from './fill-register.ts'
import { type Bench, type BenchOptions, table } from './harness.ts'
import { measure, type Subject } from './measure.ts'
import { residentMegabytes } from './memory.ts'
import { figure } from './outcome.ts'

/** The reading investor's. */
const ownNotes = 4
/** Targets for the 95th percentile in milliseconds, for the run of statements in minutes, for the import in seconds. */
const goals = { home: 40, register: 150, run: 15, import: 10 }
/** Minutes after which the run is aborted. */
const runEnds = 45
/** Polling interval of the run, ms. */
const pause = 1000
/** Fractions of the run at which memory is recorded. */
const shares = [0.1, 0.5, 1]

/**
 * Measures a register of 10,000 notes, 240,000 schedule lines and 500,000 ledger lines: the investor's home and notes,
 * the office's register, then the import of 1,000 notes, and a run of statements for every holder, with the server's
 * memory meanwhile. `--notes` makes it smaller. Each request is the portal page's, one at a time, so that the time is
 * the server's and not a queue's.
 */
export async function register(bench: Bench, { notes }: BenchOptions): Promise<void> {
  const { server, owner } = bench
  const investor = await bench.investor('ines.many@example.com')
  const admin = await bench.investor('ada.admin@example.com')
  await owner.query('update user_profiles set is_admin = true where id = $1', [admin.id])
  await fillFund(owner, { people: notes, documents: notes * 2, investor: { id: investor.id, documents: 50 } })
  const colleague = await bench.investor('cole.admin@example.com')
  await owner.query('update user_profiles set is_admin = true where id = $1', [colleague.id])
  const began = performance.now()
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format(new Date())
  await fillRegister(owner, { notes, investor: { id: investor.id, notes: ownNotes }, today })
  console.log(`Filled in ${figure((performance.now() - began) / 1000)} s.`)
  const { rows } = await owner.query(
    `select (select count(*) from notes) notes, (select count(*) from schedule_lines) schedule,
      (select count(*) from ledger_lines) ledger, (select id from notes where number = 'BENCH-00001') own`,
  )
  const [{ schedule, ledger, own }] = rows
  const page = (name: string, path: string, cookie: string, goal?: number) => ({ name, path, cookie, goal })
  const pages = [
    page('an investor’s home with four notes', '/profile.data', investor.cookie, goals.home),
    page('their notes', '/profile/notes.data', investor.cookie),
    page('all of a note', `/profile/notes/${own}.data`, investor.cookie),
    page('the register today', '/profile/admin/register.data', admin.cookie, goals.register),
    page(
      'the register a year ago',
      `/profile/admin/register.data?on=${yearBefore(today)}`,
      admin.cookie,
      goals.register,
    ),
    page('what is due', '/profile/admin/register/due.data', admin.cookie),
    page('what matures', '/profile/admin/register/maturities.data', admin.cookie),
    page('the journal of a quarter', `/profile/admin/register/journal.data${quarter(today)}`, admin.cookie),
    page('interest paid this year, by holder', '/profile/admin/register/interest.data', admin.cookie),
    page('payments of this year', '/profile/admin/register/payments.data', admin.cookie),
    page('notes payable by month', '/profile/admin/register/roll-forward.data', admin.cookie),
    page('principal by holder', '/profile/admin/register/tie-out.data', admin.cookie),
    page('what accrued', '/profile/admin/register/accrual.data', admin.cookie),
    page('cash to come', '/profile/admin/register/forecast.data', admin.cookie),
  ]
  const subjects: Subject[] = pages.map(({ name, path, cookie }) => ({
    name,
    once: agent => ask(server.url + path, { agent, headers: { cookie }, status: 200 }),
  }))
  const measured = await measure(subjects, { concurrency: 1, times: 60, seconds: 10, turns: 3 })
  table(`${notes} notes, ${schedule} schedule lines, ${ledger} ledger lines`, [
    ['', 'p50 ms', 'p95 ms', 'p99 ms', 'p95 at most', ''],
    ...measured.map(({ name, p50, p95, p99 }, i) => {
      const goal = pages[i]?.goal
      const verdict = goal === undefined ? '' : p95 <= goal ? 'met' : 'NOT MET'
      return [name, figure(p50), figure(p95), figure(p99), goal === undefined ? '' : String(goal), verdict]
    }),
  ])
  await exportJournal(bench, admin.cookie, today)
  await importNotes(bench, { admin: admin.cookie, colleague: colleague.cookie })
  await statementRun(bench, admin.cookie)
}

/** The accountant exports two years at once, then downloads them as an archive. */
async function exportJournal({ server, owner }: Bench, cookie: string, today: string): Promise<void> {
  const period = { from: yearBefore(yearBefore(yearBefore(today))), to: today }
  const began = performance.now()
  const body = new URLSearchParams({ intent: 'journal.export', ...period, format: 'quickbooks' })
  await send(`${server.url}/profile/admin/register/journal`, cookie, body)
  const exported = performance.now()
  const { rows } = await owner.query('select id, entries from journal_exports')
  if (rows.length !== 1) throw new Error('The journal was not exported.')
  const file = `/profile/register/journal.zip?${new URLSearchParams({ export: rows[0].id })}`
  const archive = await fetch(server.url + file, { headers: { cookie } })
  if (archive.status !== 200) throw new Error(`GET ${file} returned ${archive.status}`)
  const { byteLength } = await archive.arrayBuffer()
  const ended = performance.now()
  table(`Journal of ${rows[0].entries} entries for QuickBooks`, [
    ['', 'seconds', 'MB'],
    ['exported', figure((exported - began) / 1000), ''],
    ['downloaded', figure((ended - exported) / 1000), figure(byteLength / 1_000_000)],
  ])
}

/** Two administrators import notes with a year of payments, like the pages. */
async function importNotes({ server, owner }: Bench, cookies: { admin: string; colleague: string }): Promise<void> {
  const { content, notes, payments } = noteFile('ines.many@example.com')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const began = performance.now()
  for (const intent of ['register.check_import', 'register.import']) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent, sha256 })) form.set(name, value)
    form.set('file', new Blob([content], { type: 'text/csv' }), 'notes.csv')
    await send(`${server.url}/profile/admin/register/import`, cookies.admin, form)
  }
  const { rows } = await owner.query("select id from approvals where kind = 'register.import' and decision is null")
  if (rows.length !== 1) throw new Error('The import was not asked for.')
  const approval = new URLSearchParams({ intent: 'approval.approve', approval: rows[0].id })
  await send(`${server.url}/profile/admin/approvals`, cookies.colleague, approval)
  const seconds = (performance.now() - began) / 1000
  const imported = await owner.query("select count(*)::int as count from notes where number like 'BENCH-IMPORT-%'")
  if (imported.rows[0].count !== notes) throw new Error(`${imported.rows[0].count} of ${notes} notes were imported.`)
  table(`Import of ${notes} notes with ${payments} payments`, [
    ['', 'seconds', 'at most', ''],
    [
      'checked, asked for, approved',
      figure(seconds),
      String(goals.import),
      seconds <= goals.import ? 'met' : 'NOT MET',
    ],
  ])
}

async function send(url: string, cookie: string, body: FormData | URLSearchParams): Promise<void> {
  const headers = { cookie, origin: new URL(url).origin }
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  if (answer.status >= 400)
    throw new Error(`POST ${url} returned ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  await answer.arrayBuffer()
}

/** Prepares the last quarter's statements like the office, and waits until all are done. */
async function statementRun({ server, owner }: Bench, cookie: string): Promise<void> {
  const pid = server.child.pid ?? 0
  const memory = [residentMegabytes(pid) ?? 0]
  let most = 0
  const began = performance.now()
  const minutes = () => (performance.now() - began) / 60_000
  const body = new URLSearchParams({ intent: 'statements.prepare', run: 'statement quarterly' })
  await send(`${server.url}/profile/admin/statements`, cookie, body)
  for (;;) {
    const { rows } = await owner.query(
      `select state, problem, (select count(*)::int from statements where prepared_at is not null) as prepared,
        (select count(*)::int from statements) as planned from statement_runs order by created_at desc limit 1`,
    )
    const [run] = rows
    if (!run) throw new Error('No run of statements was begun.')
    if (run.problem) throw new Error(`The run of statements stopped: ${run.problem}`)
    const now = residentMegabytes(pid) ?? 0
    most = Math.max(most, now)
    const share = run.planned > 0 ? run.prepared / run.planned : 0
    for (const next of shares.slice(memory.length - 1)) if (share >= next) memory.push(now)
    const isDone = run.state === 'prepared'
    if (isDone || minutes() > runEnds) {
      table(`${run.prepared} of ${run.planned} statements`, [
        ['', 'minutes', 'at most', '', 'MB before', ...shares.map(each => `at ${each * 100} %`), 'most'],
        [
          isDone ? 'prepared' : 'given up',
          figure(minutes()),
          String(goals.run),
          isDone && minutes() <= goals.run ? 'met' : 'NOT MET',
          ...Array.from({ length: shares.length + 1 }, (_, i) => (memory[i] === undefined ? '' : figure(memory[i]))),
          figure(most),
        ],
      ])
      return
    }
    await sleep(pause)
  }
}

/** A file of two-year notes, with one year of monthly payments so far. */
function noteFile(email: string): { content: string; notes: number; payments: number } {
  const head =
    'record,note,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,issue_date,due_date,paid_on,amount,reference'
  const notes = 1000
  const terms = { principalCents: 20_000_000n, rateBp: 1100, termMonths: 24, payout: 'monthly' } as const
  const issueDate = addMonths(fundDay(), -12)
  const schedule = scheduleOf({ ...terms, dayCount: '30/360', convention: 'following', issueDate })
  const paid = schedule.filter(({ pay }) => pay <= fundDay())
  const rows = Array.from({ length: notes }, (_, n) => `BENCH-IMPORT-${String(n).padStart(4, '0')}`).flatMap(number => [
    `note,${number},Holder ${number},individual,TX,${email},200000,11,24,monthly,30/360,${issueDate},,,,`,
    ...paid.map(({ due, pay, interestCents }) => {
      const amount = String(interestCents).replace(/(..)$/, '.$1')
      return `payment,${number},,,,,,,,,,,${due},${pay},${amount},ACH`
    }),
  ])
  return { content: [head, ...rows].join('\r\n'), notes, payments: notes * paid.length }
}

const quarter = (today: string) => `?from=${addMonths(today, -3)}&to=${today}`
const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('02-29', '02-28')
