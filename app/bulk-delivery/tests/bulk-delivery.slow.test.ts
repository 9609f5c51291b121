import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { randomFrom } from '../../../tests/crash/random.ts'
import {
  type BatchHolder,
  givenBatch,
  givenBatchHolders,
  openAll,
  payeeCopy,
  releaseBatch,
  withVault,
} from '../../../tests/helpers/bulk.ts'
import { testSecret } from '../../../tests/helpers/cluster.ts'
import { stageFile } from '../../../tests/helpers/deliveries.ts'
import { refreshProofs } from '../../../tests/helpers/note-places.ts'
import { allNotified } from '../../../tests/helpers/notifications.ts'
import { byChromium, byPdfkit, encrypted } from '../../../tests/helpers/pdf-makers.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { form1099 } from '../../../tests/helpers/printed-people.ts'
import { runPendingJobs, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getBatch } from '../server/batch.ts'
import { recallBatch } from '../server/recall-batch.ts'
import { releaseDocuments } from '../server/release-documents.ts'
import { requestBatchRelease } from '../server/request-release.ts'
import { excludeOpenDocuments } from '../server/review-documents.ts'
import { startBatch } from '../server/start-batch.ts'

const test = testOnPortal(withVault)

const list = (names: string) => names.split(' ')
const firsts = list('Ann Bea Cora Dora Eve Fay Gia Ida Joy Kay Liv Mia Noa Ona Pam Quin Rae Sue Tia Una')
const lasts = list('Abel Brand Cole Drew Ebers Fox Gray Hart Ives Jung Kerr Lund Moss Nash Odom')
/** Three hundred, all different: twenty families of each surname. */
const names = firsts.flatMap(first => lasts.map(last => `${first} ${last}`))
/** Including a father and a son with one name at one address, and a company and its owner with one tax number. */
const everybody = names.map((name, n) => {
  if (n === 0) return { name: `${name} Sr.`, zip: '78001' }
  if (n === 1) return { name: `${names[0]} Jr.`, zip: '78001' }
  if (n === 2) return { name, tin: '412345678' }
  return n === 3 ? { name: `${names[2]} Holdings LLC`, tin: '412345678' } : name
})

const program = new URL('../../notes/tests/note-process.ts', import.meta.url).pathname

/** The names on each holder's documents. */
async function receivedBy(portal: SharedPortal, holders: readonly BatchHolder[]) {
  const { rows } = await portal.owner.query(
    `select holder_id, count(*)::int as documents from documents where holder_id = any ($1) and not unreleased group by 1`,
    [holders.map(({ id }) => id)],
  )
  return new Map(rows.map(({ holder_id, documents }) => [holder_id, documents]))
}

test('three hundred recipients, in one PDF with a page too many and two swapped, beside two encrypted files', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(portal, everybody)
  const forms = holders.flatMap(holder => [
    form1099(holder, undefined, holder.number),
    ['Instructions for recipient', `Holder ${holder.number}`, 'Page 2 of 2'],
  ])
  // The second pages of the 41st and the 42nd swapped.
  const planted = forms
    .with(81, forms[83] ?? [])
    .with(83, forms[81] ?? [])
    .toSpliced(200, 0, ['A cover letter that belongs to nobody'])
  const one = await byPdfkit([forms[7] ?? []])
  const id = await givenBatch(
    portal,
    admin,
    [
      { filename: 'all.pdf', content: byChromium(planted) },
      { filename: 'locked.pdf', content: encrypted(one) },
      { filename: 'locked too.pdf', content: encrypted(one, '') },
    ],
    { split: { mode: 'keys', pages: '1' } },
  )
  const { batch } = await getBatch(admin, id)
  const open = await getBatch(admin, id, { show: 'open' })
  const why = open.items.map(({ n, state, doubts }) => `no. ${n} ${state}: ${doubts.join(', ')}`)
  console.log(`${batch.matched} of ${batch.documents} matched by themselves; ${why.join('; ')}`)
  expect(batch.files.map(({ problem }) => problem)).toEqual([null, 'encrypted', 'encrypted'])
  expect(batch.matched).toBeGreaterThan(290)
  // Divided where the number changes, each swapped page is detected, and so is the superfluous one.
  expect(open.items.length).toBeGreaterThanOrEqual(3)
  await excludeOpenDocuments(admin, id, { reason: 'Looked at by hand' })
  await releaseBatch(portal, admin, colleague, id)
  const received = await receivedBy(portal, holders)
  expect([...received.values()].every(count => count === 1)).toBe(true)
  expect(received.size).toBe(batch.matched)
  const numbers = holders.map(({ number }) => number)
  for (const holder of holders) {
    const { rows } = await portal.owner.query('select id from documents where holder_id = $1 and not unreleased', [
      holder.id,
    ])
    if (!rows[0]) continue
    const cookie = await portal.sessionOf(holder.person)
    const answer = await portal.fetch(`/files/${rows[0].id}`, { cookie })
    const text = textOfPdf(Buffer.from(await answer.arrayBuffer()))
    expect(text).toContain(holder.name)
    expect(text.match(/RECIPIENT’S TIN/g)).toHaveLength(1)
    expect(text).toContain(`***-**-${holder.tin.slice(-4)}`)
    expect(numbers.filter(number => new RegExp(`${number}(?!\\d)`).test(text))).toEqual([holder.number])
  }
})

test('a process that is killed while it reads and while it releases, again and again: each gets one document and one mail', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(
    portal,
    names.map(name => `${name} Two`),
  )
  const random = randomFrom(7)
  const content = await byPdfkit(holders.map(holder => payeeCopy(holder, { withPayer: true })))
  const upload = await stageFile(portal, admin, { filename: 'all.pdf', content })
  const id = await held(portal, 'match-papers', () =>
    startBatch(admin, {
      ...{ id: randomUUID(), files: [upload], split: { mode: 'pages', pages: '1' } },
      ...{ category: 'Tax', word: 'Tax form', period: '2025' },
    }),
  )
  const batch = async () => {
    const { rows } = await portal.owner.query('select state, round, pages_read from paper_batches where id = $1', [id])
    return rows[0]
  }
  const { round } = await batch()
  // Reading takes seconds, and restarts each time: so the last attempts are left alone.
  const readingKills = await killedUntil(portal, `read ${id} ${round}`, {
    ...{ most: 6, wait: () => random.between(0, 1200) },
    isDone: async () => (await batch()).state === 'review',
  })
  expect(readingKills).toBeGreaterThan(2)
  const read = await getBatch(admin, id)
  expect(read.batch).toMatchObject({ documents: holders.length, matched: holders.length })
  await approveHeld(portal, { admin, colleague, id })
  const kills = await killedUntil(portal, `release ${id}`, {
    ...{ most: 8, wait: () => random.between(0, 400) },
    isDone: async () => (await batch()).state === 'released',
  })
  expect(kills).toBeGreaterThan(2)
  expect([...(await receivedBy(portal, holders)).values()]).toEqual(Array(holders.length).fill(1))
  await portal.owner.query('update notices set not_before = now() where not_before is not null')
  await runPendingJobs(portal, 'send-notices')
  await allNotified(portal)
  const mails = holders.map(({ person }) => portal.mailbox.allTo(person.email).length)
  expect(mails).toEqual(Array(holders.length).fill(1))
})

interface Killing {
  most: number
  /** Milliseconds from the start of the process. */
  wait: () => number
  isDone: () => Promise<boolean>
}

/**
 * Runs processes on a task, killing each, until one is done or enough were killed.
 * @returns how many were killed
 */
async function killedUntil(portal: SharedPortal, task: string, { most, wait, isDone }: Killing): Promise<number> {
  let kills = 0
  while (!(await isDone())) {
    const child = elsewhere(portal, task)
    for await (const line of createInterface(child.stdout)) {
      if (line !== 'open') continue
      if (kills >= most) break
      await Promise.race([new Promise(resolve => setTimeout(resolve, wait())), once(child, 'close')])
      if (child.kill('SIGKILL')) kills++
      break
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
  return kills
}

test('two release and one recalls, at any moment: afterward nobody has anything, or everybody had it once', async ({
  portal,
  admin,
  colleague,
}) => {
  const random = randomFrom(11)
  for (let round = 0; round < 10; round++) {
    await refreshProofs(portal)
    const holders = await givenBatchHolders(
      portal,
      names.slice(0, 150).map(name => `${name} Race ${round}`),
    )
    const content = await byPdfkit(holders.map(holder => payeeCopy(holder, { withPayer: true })))
    const id = await givenBatch(portal, admin, [{ filename: 'all.pdf', content }], {
      split: { mode: 'pages', pages: '1' },
    })
    await approveHeld(portal, { admin, colleague, id })
    const recall = async () => {
      await new Promise(resolve => setTimeout(resolve, random.between(0, 1500)))
      return recallBatch(admin, id, { reason: 'A race' })
    }
    await Promise.all([releaseDocuments({ batch: id }), releaseDocuments({ batch: id }), recall()])
    await releaseDocuments({ batch: id })
    expect((await getBatch(admin, id)).batch.state).toBe('recalled')
    expect([...(await receivedBy(portal, holders)).values()]).toEqual([])
    const { rows } = await portal.owner.query(
      'select count(*)::int as documents, count(distinct holder_id)::int as holders from documents where holder_id = any ($1)',
      [holders.map(({ id }) => id)],
    )
    expect(rows[0].documents).toBe(rows[0].holders)
  }
})

interface Approving {
  admin: Parameters<typeof requestBatchRelease>[0]
  colleague: Parameters<typeof requestBatchRelease>[0]
  id: string
}

/** Approves a release without running its job. */
async function approveHeld(portal: SharedPortal, { admin, colleague, id }: Approving): Promise<void> {
  const approval = await requestBatchRelease(admin, id)
  await openAll(portal, colleague, id)
  await held(portal, 'release-papers', () => decideApproval(colleague, approval, 'approved'))
}

/** Does something without running its job. */
async function held<T>(portal: SharedPortal, queue: string, work: () => Promise<T>): Promise<T> {
  await portal.owner.query(
    `create function jobs.hold() returns trigger language plpgsql as $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
    create trigger hold before insert on jobs.job for each row when (new.name = '${queue}') execute function jobs.hold()`,
  )
  try {
    return await work()
  } finally {
    await portal.owner.query('drop trigger hold on jobs.job; drop function jobs.hold()')
  }
}

/** Runs a task in another process of the site. */
function elsewhere(portal: SharedPortal, task: string) {
  const env = {
    ...{ DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret, ...withVault },
    ...{ SMTP_URL: portal.mailbox.url, MAIL_FROM: 'desk@larkstone.example' },
  }
  const values = [env, {}, [task]].map(value => JSON.stringify(value))
  return spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] })
}
