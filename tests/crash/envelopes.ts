import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { shownHash } from '../../app/signing/server/envelope-rows.ts'
import { addDays } from '../../rules/days.ts'
import type { MessageCode } from '../../rules/messages.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { enqueueAsOwner } from '../../server/jobs/prepare-jobs.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { esignConsentRow } from '../../server/sample/accreditations.ts'
import { insertHolder } from '../../server/sample/holders.ts'
import { insertRow } from '../../server/sample/rows.ts'
import type { Api } from '../helpers/api.ts'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { agreement } from '../helpers/envelopes.ts'
import { eventually } from '../helpers/eventually.ts'
import { openAuthority, type TestAuthority } from '../helpers/seals.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { runPendingJobs } from '../helpers/shared-portal.ts'
import { type Acknowledged, checkEnvelopes } from './check-envelopes.ts'
import { Ledger } from './ledger.ts'
import { type Random, randomFrom } from './random.ts'
import { renewing, restart } from './rounds.ts'
import { type Form, isAccepted, isServerError } from './submit.ts'

/** Investors who sign at once, each for a holder of their own. */
const signers = 6

interface Options {
  seed: number
  envelopes: number
  /** Receives one line now and then. */
  say: (line: string) => void
}

/** What all tasks share. */
interface World {
  server: TestServer
  owner: pg.Client
  authority: TestAuthority
  ledger: Ledger
  admin: Api
  acknowledged: Map<string, Acknowledged>
  /** Forms that the site has answered. */
  answers: number
  kills: number
  triedAgain: number
}

/** Refusals that a race may end with. */
const refusals: readonly MessageCode[] = [
  'ENVELOPE_SIGNED',
  'ENVELOPE_CLOSED',
  'ENVELOPE_EXPIRED',
  'ENVELOPE_MOVED',
  'ENVELOPE_TURN',
  'ENVELOPE_TURN_FUND',
  'ENVELOPE_UNREAD',
]
const isExpected = (answer: string) => refusals.some(code => code === answer)

/**
 * Sends envelopes on the real site, and has them signed, declined, voided and expire at the same moment, while the site's
 * process is killed again and again, and the authority for time stamps is away or lies. Then lets the queues run dry.
 * @returns a sentence for each broken promise
 */
export async function crashEnvelopes({ seed, envelopes, say }: Options): Promise<string[]> {
  await using authority = await openAuthority()
  const server = await startServer({ TSA_URL: authority.url, TSA_ROOTS: authority.rootFile })
  const owner = new pg.Client(settingsOf(server.ownerUrl))
  try {
    await owner.connect()
    const ledger = new Ledger()
    const { api: admin } = await newSignedInPerson(server, { isAdmin: true, onExchange: ledger.note })
    const world: World = {
      server,
      owner,
      authority,
      ledger,
      admin,
      answers: 0,
      kills: 0,
      triedAgain: 0,
      acknowledged: new Map(),
    }
    const ended = new AbortController()
    const killing = killUntil(ended.signal, world, randomFrom(seed))
    let begun = 0
    const sign = async () => {
      const signer = await newSigner(world)
      while (begun < envelopes) {
        const number = begun++
        if (number > 0 && number % 100 === 0) say(`${number} envelopes, ${world.kills} kills`)
        await live(world, signer, randomFrom(seed * 10_000 + number))
      }
    }
    try {
      await Promise.all(Array.from({ length: signers }, sign))
    } finally {
      ended.abort()
      await killing
    }
    await runDry(world)
    ledger.checkExchanges()
    const { problems, figures } = await checkEnvelopes(owner, server.dataDir, authority.roots, world.acknowledged)
    say(`${world.kills} kills, ${world.triedAgain} tried again; ${figures}`)
    return [...ledger.problems, ...problems]
  } finally {
    await owner.end()
    await server.dispose()
  }
}

interface Signer {
  api: Api
  holder: string
}

/** Someone who has agreed to sign in the portal, and their holder. */
async function newSigner({ server, owner, ledger }: World): Promise<Signer> {
  const { id, api } = await eventually('a signer', () => newSignedInPerson(server, { onExchange: ledger.note }))
  await insertRow(owner, 'esign_consents', esignConsentRow({ user_id: id }))
  return { api, holder: await insertHolder(owner, [{ id }]) }
}

/** Kills the site at random moments, sometimes once more while it starts, and changes how the authority behaves. */
async function killUntil(signal: AbortSignal, world: World, random: Random): Promise<void> {
  const { server, owner, authority, ledger } = world
  while (!signal.aborted) {
    // After so many answers, however slow the machine is; and at any moment of what comes next.
    const goal = world.answers + random.between(1, 80)
    while (world.answers < goal && !signal.aborted) await pause(20)
    await pause(random.between(0, 500))
    authority.mode = random.pick(['right', 'right', 'right', 'down', 'other data'])
    await owner.query(renewing)
    // Whatever waits for another attempt has it soon, so that kills meet all of them.
    if (random.chance(0.3)) await runPendingJobs({ owner }, 'seal-file')
    const back = ledger.startOutage('server')
    await server.end('SIGKILL')
    world.kills++
    await restart(server, random.chance(0.2) ? random.between(50, 1500) : undefined)
    back()
  }
}

/** @returns 'done', or the code of a refusal; undefined while the site is away */
async function attempt(world: World, { api, path, fields }: Form): Promise<string | undefined> {
  const result = await api.submitAt(path, fields).catch(() => undefined)
  if (!result) return undefined
  world.answers++
  if (isAccepted(result)) return result.redirect ?? 'done'
  const code = result.error?.code
  if (code && isExpected(code)) return code
  if (result.status < 500 && !(code && isServerError(code)))
    world.ledger.problem(`${fields.intent} at ${path} was answered with ${code ?? result.status}`)
  return undefined
}

/** Tries until there is an answer, as a person does. */
function untilAnswered(world: World, form: Form): Promise<string> {
  return eventually(`an answer to ${form.fields.intent}`, () => attempt(world, form))
}

/** What anyone does with an envelope, each remembered once the site has acknowledged it. */
function actsOf(world: World, { api }: Signer, id: string, shown: string) {
  const mine = `/profile/signing/envelopes/${id}`
  const office = `/profile/admin/envelopes/${id}`
  const known = world.acknowledged.get(id) ?? { signed: 0, countersigned: 0, voided: 0, declined: 0 }
  world.acknowledged.set(id, known)
  const act = (what: keyof Acknowledged, form: Form) => async () => {
    const answer = await attempt(world, form)
    if (answer && !isExpected(answer)) known[what]++
    return answer
  }
  return {
    sign: act('signed', {
      ...{ api, path: mine },
      fields: { intent: 'envelope.sign', shown, confirmed: '1', read: '1', typedName: 'Iris Vestor' },
    }),
    decline: act('declined', { api, path: mine, fields: { intent: 'envelope.decline', reason: 'No.' } }),
    void: act('voided', { api: world.admin, path: office, fields: { intent: 'envelope.void', reason: 'A mistake.' } }),
    countersign: act('countersigned', {
      ...{ api: world.admin, path: office },
      fields: { intent: 'envelope.countersign', typedName: 'Ada Ministrator' },
    }),
    /** Its last day passes. */
    expire: async () => {
      await world.owner.query("update envelopes set expires_on = app.fund_day() - 1 where id = $1 and state = 'sent'", [
        id,
      ])
    },
  }
}

/** The whole life of an envelope. What isn't answered is tried again, as someone does who sees no answer. */
async function live(world: World, signer: Signer, random: Random): Promise<void> {
  const id = await sent(world, signer)
  const shown = await read(world, signer, id)
  const { sign, decline, void: voidIt, countersign, expire } = actsOf(world, signer, id, shown)
  const lead = () => pause(random.between(0, 30))
  const atOnce = (acts: readonly (() => Promise<unknown>)[]) => Promise.all(acts.map(act => lead().then(() => act())))
  const early = random.pick([[], [], [sign], [voidIt], [decline], [expire]])
  await atOnce([sign, ...early])
  await atOnce([countersign, ...random.pick([[], [], [countersign], [voidIt], [expire], [sign]])])
  // Someone whose answer got lost goes on until there is one.
  const until = (act: () => Promise<string | undefined>) => eventually('an answer', act)
  for (let turn = await until(countersign); turn === 'ENVELOPE_TURN_FUND'; turn = await until(countersign))
    await until(sign)
}

/** @returns the id of a new envelope that was sent */
async function sent(world: World, { holder }: Signer): Promise<string> {
  const prepare = {
    ...{ intent: 'envelope.prepare', holder, title: 'Note purchase agreement', kind: 'document' },
    ...{ file: await agreement(), document: '' },
  }
  const form = { api: world.admin, path: '/profile/admin/envelopes/new', fields: prepare }
  const at = await untilAnswered(world, form)
  const id = at.split('/').at(-1) ?? ''
  const send = { intent: 'envelope.send', expiresOn: addDays(fundDay(), 30) }
  // ENVELOPE_MOVED: it was sent, and the answer got lost.
  await untilAnswered(world, { api: world.admin, path: `/profile/admin/envelopes/${id}`, fields: send })
  return id
}

/** Reads an envelope's document to its last byte. @returns the fingerprint of what was shown */
async function read({ owner }: World, { api }: Signer, id: string): Promise<string> {
  const { rows } = await owner.query('select * from envelopes where id = $1', [id])
  const [envelope] = rows
  await eventually('the document', async () => {
    const answer = await api.ask(`/files/envelopes/${id}`)
    const bytes = await answer.arrayBuffer()
    if (answer.status !== 200 || bytes.byteLength === 0) return false
    const opened = 'select from document_openings where document_id = $1 and opened_at is not null'
    // A kill may lose what was served a moment ago: then they read it again.
    return await eventually(
      'the reading',
      async () => (await owner.query(opened, [envelope.document_id])).rowCount,
      2000,
    )
  })
  return shownHash(envelope)
}

/** Every day's end, every attempt's time and every authority come: afterward nothing may be pending. */
async function runDry(world: World): Promise<void> {
  const { owner, authority, admin } = world
  authority.mode = 'right'
  await owner.query(renewing)
  await enqueueAsOwner(owner, 'send-reminders', [{}])
  const pending = "select count(*)::int as n from envelopes where state in ('sent', 'signed')"
  await eventually('an end of every envelope', async () => {
    await runPendingJobs({ owner }, 'seal-file')
    const { rows: failed } = await owner.query("select id from sealed_files where state = 'failed'")
    for (const { id } of failed) {
      const fields = { intent: 'seal.try_again', file: id }
      await attempt(world, { api: admin, path: '/profile/admin/seals', fields })
      world.triedAgain++
    }
    return (await owner.query(pending)).rows[0].n === 0
  }).catch(async error => {
    const { rows } = await owner.query(`select e.number, e.state, e.expires_on, f.state as seal, f.attempts, f.problem
      from envelopes e left join sealed_files f on f.subject_id = e.id where e.state in ('sent', 'signed') limit 20`)
    world.ledger.problem(`${error.message}: ${JSON.stringify(rows)}`)
  })
}
