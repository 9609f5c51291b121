import { createHash } from 'node:crypto'
import { apiFor } from '../helpers/api.ts'
import { eventually } from '../helpers/eventually.ts'
import { converse, requestDocument, sendLead, signLink } from './forms.ts'
import { elect, pay } from './payments.ts'
import { lend } from './register.ts'
import { releaseStatements } from './statements.ts'
import { remove, upload } from './uploads.ts'
import { apiOf, exceptDuringOutage, type World } from './world.ts'

let names = 0

/**
 * Simulates several people who use the site at once until the signal; each then finishes what they have begun. Records
 * the site’s answers in the ledger, including any that it must not give.
 */
export async function workUntil(signal: AbortSignal, world: World): Promise<void> {
  const repeat = async (act: (world: World, signal: AbortSignal) => Promise<void>) => {
    while (!signal.aborted) {
      await act(world, signal).catch(error => world.ledger.problem(`${act.name}: ${(error as Error).message}`))
    }
  }
  const uploaders = [1, 2, 3, 4].map(() => repeat(upload))
  const others = [signInNewPerson, signInNewPerson, view, read, remove, converse, sendLead, signLink, requestDocument]
  const office = [lend, lend, pay, elect, releaseStatements]
  await Promise.all([...uploaders, ...[...others, ...office].map(repeat)])
}

/** Signs in a new person. The signal ends the wait for the mail, which may arrive later. */
export async function signInNewPerson({ server, ledger }: World, signal?: AbortSignal): Promise<void> {
  const number = names++
  const email = `person-${process.pid}-${number}@example.com`
  const ip = `10.8.${number >> 8}.${number & 255}`
  const api = apiFor(server.url, { ip, onExchange: ledger.note })
  await exceptDuringOutage(ledger, `a code for ${email}`, async () => {
    await api.askCode(email)
    ledger.mailed.push(email)
    const arrived = () => server.mailbox.messages.some(({ to }) => to === email)
    await eventually(`mail to ${email}`, () => arrived() || signal?.aborted)
    if (!arrived()) return
    const cookie = await api.verify(email, await server.mailbox.code(email))
    ledger.people.push({ email, cookie })
  })
}

async function view(world: World): Promise<void> {
  const { ledger, random } = world
  const { id, owner, views } = random.pick(ledger.stored)
  const api = apiOf(world, owner)
  await exceptDuringOutage(ledger, `a view of ${id}`, async () => {
    views.tried++
    await api.view(id)
    views.counted++
  })
}

async function read(world: World): Promise<void> {
  const { ledger, random } = world
  const { id, owner, sha256 } = random.pick(ledger.stored)
  const api = apiOf(world, owner)
  await exceptDuringOutage(ledger, `reading ${id}`, async () => {
    await (await api.ask('/healthz')).text()
    const listed = await api.documents()
    if (!listed.some(document => document.id === id)) ledger.problem(`${id} is missing from the list`)
    const content = await api.download(id).catch(noAnswer)
    if (content && createHash('sha256').update(content).digest('hex') !== sha256)
      ledger.problem(`${id} has other content`)
  })
}

/** A download that breaks off counts as no answer; `fetch` reports it as a TypeError. */
function noAnswer(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}
