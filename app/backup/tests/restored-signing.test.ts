import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { coveredPersons } from '../../../content/covered-persons.ts'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { givenSent, signedAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { type NotePeople, withFreshProof } from '../../../tests/helpers/notes.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import { pdfsig } from '../../../tests/helpers/seals.ts'
import { runPendingJobs, type SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import { givenReady } from '../../../tests/helpers/subscriptions.ts'
import { runCommand } from '../../../tests/helpers/vault.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { verifyChain } from '../../audit/server/verify-chain.ts'
import { confirmQuestionnaire, getOwnCovered } from '../../covered-persons/server/own-questionnaires.ts'
import { getCoveredPersons } from '../../covered-persons/server/register.ts'
import { checkNames } from '../../sanctions/server/check-names.ts'
import { requestHitDecision } from '../../sanctions/server/decide-hit.ts'
import { addSanctionsList } from '../../sanctions/server/lists.ts'
import { getSanctions } from '../../sanctions/server/sanctions-work.ts'
import { xmlOf } from '../../sanctions/tests/ofac-files.ts'
import { checkFile } from '../../sealing/server/check-file.ts'
import { openSealKinds } from '../../sealing/server/seal-kinds.ts'
import { resumeSeals } from '../../sealing/server/sealed-files.ts'
import { getOwnEsignConsent } from '../../signing/server/consents.ts'
import { countersign } from '../../signing/server/countersign.ts'
import { makeAgreement } from '../../subscriptions/server/agreement.ts'
import { getOwnSubscription } from '../../subscriptions/server/own-subscriptions.ts'
import { showWire } from '../../wire-instructions/server/own-wire.ts'
import { getWireInstructions, requestWire } from '../../wire-instructions/server/wire-versions.ts'

const keys = { VAULT_KEY: randomBytes(32).toString('base64'), BACKUP_KEY: randomBytes(32).toString('base64') }
const typedName = 'Ada Ministrator'
const account = {
  ...{ bankName: 'First Bank of Dallas', bankAddress: '1 Main Street\nDallas, TX', routingNumber: '111000025' },
  ...{ accountName: fund.name, accountNumber: '9876543210', furtherCredit: '' },
}
const ofac = () => {
  const published = fundDay().replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
  return new File([xmlOf([{ uid: '1', last: 'QUENTIN', first: 'Orla' }], published)], 'SDN.XML')
}

/** What the portal held at the moment of the backup. */
type Lived = Awaited<ReturnType<typeof live>>

/** As if a version had been approved some days earlier. */
async function age({ owner }: SharedPortal, version: string, days: number): Promise<void> {
  await owner.query('alter table wire_instructions disable trigger user')
  await owner.query("update wire_instructions set approved_at = approved_at - $2 * interval '1 day' where id = $1", [
    version,
    days,
  ])
  await owner.query('alter table wire_instructions enable trigger user')
  await owner.query('alter table wire_instructions enable always trigger guard')
}

async function givenWire({ admin, colleague }: NotePeople, bankName: string): Promise<string> {
  await decideApproval(colleague, await requestWire(admin, { ...account, bankName }), 'approved')
  const { versions } = await getWireInstructions(admin)
  return versions.find(({ state }) => state === 'waiting')?.id ?? ''
}

const wireStates = async (admin: Actor) =>
  (await getWireInstructions(admin)).versions.map(({ bankName, state }) => [bankName, state])

/** An envelope that everyone has signed. @returns its id */
async function signedByAll(portal: SharedPortal, { admin, investor }: NotePeople, holder: string): Promise<string> {
  const id = await givenSent(portal, admin, holder)
  await signedAs(portal, investor, id)
  await countersign(await withFreshProof(portal, admin), id, { typedName })
  return id
}

const sealOf = async ({ owner }: SharedPortal, envelope: string) => {
  const { rows } = await owner.query(
    `select f.id, f.state, f.sha256, f.document_id, c.fingerprint from sealed_files f
      left join seal_certificates c on c.id = f.certificate_id where f.subject_id = $1`,
    [envelope],
  )
  return rows[0]
}

const untilSealed = (portal: SharedPortal, envelope: string) =>
  eventually('a sealed file', async () => {
    await runPendingJobs(portal, 'seal-file')
    const seal = await sealOf(portal, envelope)
    return seal?.state === 'sealed' && seal
  })

/** Something of each kind is on its way. */
async function live(portal: SharedPortal) {
  const [admin, colleague, investor, second] = await Promise.all([
    portal.newPerson('ada@before.example', { fullName: typedName, isAdmin: true }),
    portal.newPerson('cole@before.example', { fullName: 'Cole League', isAdmin: true }),
    portal.newPerson('iris@before.example', { fullName: 'Iris Vestor' }),
    portal.newPerson('second@before.example', { fullName: 'Second Person' }),
  ])
  const people = { admin, colleague, investor }
  await age(portal, await givenWire(people, 'First Bank of Dallas'), 4)
  const { id: holder } = await givenHolder(admin, investor)
  const sealed = await signedByAll(portal, people, holder)
  const seal = await untilSealed(portal, sealed)
  const half = await givenReady(portal, people)
  await makeAgreement(investor, half.id, { shown: half.shown })
  const { envelopeId } = await getOwnSubscription(investor, half.id)
  await signedAs(portal, investor, envelopeId ?? '')
  const ready = await givenReady(portal, { ...people, investor: second })
  const waiting = await givenWire(people, 'Second Bank')
  const { id: alike } = await givenHolder(admin, second, { legalName: 'Orla Quentin' })
  await addSanctionsList(admin, { kind: 'sdn', file: ofac(), anyway: true })
  await checkNames()
  // Everyone has signed, and the process that would seal it, and its job, are lost.
  openSealKinds([])
  const unsealed = await signedByAll(portal, people, holder)
  await portal.owner.query("delete from jobs.job where name = 'seal-file' and state <> 'completed'")
  // One by one: in one transaction they could deadlock with a job that has locked the file.
  await portal.owner.query('alter table sealed_files disable trigger user')
  await portal.owner.query(
    "update sealed_files set created_at = created_at - interval '1 hour' where state = 'sealing'",
  )
  await portal.owner.query('alter table sealed_files enable trigger user')
  return {
    people,
    second,
    sealed,
    seal,
    half: { ...half, envelope: envelopeId ?? '' },
    ready,
    waiting,
    alike,
    unsealed,
  }
}

test('after a restore, everything that was being signed, sold, wired or compared goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const lived = await (async () => {
    await using before = await testPortal({ VAULT_KEY: keys.VAULT_KEY })
    const lived = await live(before)
    const { ownerUrl: DATABASE_URL, dataDir: DATA_DIR } = before
    const made = await runCommand('backup', { ...keys, DATABASE_URL, DATA_DIR }, folder)
    expect(made, made.errors).toMatchObject({ code: 0 })
    return lived
  })()
  await using after = await testPortal({ VAULT_KEY: keys.VAULT_KEY }, false, async settings => {
    const restored = await runCommand('restore', { ...keys, ...settings }, folder)
    expect(restored, restored.errors).toMatchObject({ code: 0 })
  })
  expect((await verifyChain(after.owner)).findings).toEqual([])
  await sealsGoOn(after, lived)
  await salesGoOn(after, lived)
  await wiresGoOn(after, lived)
  await checksGoOn(after, lived)
})

/** Sealed files are ours, what wasn't sealed is, and with the same key. */
async function sealsGoOn(portal: SharedPortal, { people: { investor }, seal, unsealed }: Lived): Promise<void> {
  const bytesOf = async (document: string) => {
    const answer = await portal.fetch(`/files/${document}`, { cookie: await portal.sessionOf(investor) })
    return new Uint8Array(await answer.arrayBuffer())
  }
  const bytes = await bytesOf(seal.document_id)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(seal.sha256)
  const verdict = (file: Uint8Array<ArrayBuffer>) => checkFile({ ip: '192.0.2.7' }, { file: new File([file], 'x.pdf') })
  expect(await verdict(bytes)).toMatchObject({ is: 'ours', isKnown: true, appended: 0 })
  await resumeSeals()
  const late = await untilSealed(portal, unsealed)
  expect(late.fingerprint).toBe(seal.fingerprint)
  const sealedLate = await bytesOf(late.document_id)
  expect(await verdict(sealedLate)).toMatchObject({ is: 'ours', isKnown: true })
  expect(await pdfsig(sealedLate)).toContain('Signature is Valid')
}

/** The fund signs what its investor had signed; another one makes the agreement of what they had chosen. */
async function salesGoOn(portal: SharedPortal, { people, second, half, ready }: Lived): Promise<void> {
  const { admin, investor } = people
  expect((await getOwnEsignConsent(investor)).state).toBe('given')
  expect(await getOwnSubscription(investor, half.id)).toMatchObject({ state: 'signed', next: { turn: 'us' } })
  await countersign(await withFreshProof(portal, admin), half.envelope, { typedName })
  await untilSealed(portal, half.envelope)
  const sold = await getOwnSubscription(investor, half.id)
  expect(sold).toMatchObject({ state: 'countersigned', next: { step: 'pay' } })

  const { shown } = await getOwnSubscription(second, ready.id)
  expect(shown).toBe(ready.shown)
  await consentToEsign(portal.owner, second)
  await makeAgreement(second, ready.id, { shown })
  const { envelopeId } = await getOwnSubscription(second, ready.id)
  await signedAs(portal, second, envelopeId ?? '', 'Second Person')
  expect(await getOwnSubscription(second, ready.id)).toMatchObject({ state: 'signed' })
}

/** The account is the one that was in force, until the three days of the next one have passed. */
async function wiresGoOn(portal: SharedPortal, { people: { admin, investor }, half, waiting }: Lived): Promise<void> {
  const { wire: opening } = await getOwnSubscription(investor, half.id)
  const show = async () => {
    const member = { ...(await withFreshProof(portal, investor)), isMember: true }
    return (await showWire(member, opening ?? '')).wire
  }
  expect(await wireStates(admin)).toEqual([
    ['Second Bank', 'waiting'],
    ['First Bank of Dallas', 'in force'],
  ])
  expect(await show()).toMatchObject({ bankName: account.bankName, accountNumber: account.accountNumber })
  await age(portal, waiting, 3)
  expect(await show()).toMatchObject({ bankName: 'Second Bank', accountNumber: account.accountNumber })
}

/** The register of covered persons is current; a list is known by its hash, and its open hit is decided. */
async function checksGoOn(portal: SharedPortal, { people: { admin, colleague } }: Lived): Promise<void> {
  expect((await getCoveredPersons(admin)).problems).toEqual([])
  const [covered] = await getOwnCovered(admin)
  const { version } = coveredPersons
  await confirmQuestionnaire(await withFreshProof(portal, admin), covered?.id ?? '', { typedName, version })

  expect(await addSanctionsList(admin, { kind: 'sdn', file: ofac(), anyway: true })).toBe('confirmed')
  await checkNames()
  const [hit] = (await getSanctions(admin)).hits
  expect(hit).toMatchObject({ name: 'Orla Quentin' })
  const decision = { decision: 'cleared', reason: 'Born in 1985' } as const
  await decideApproval(colleague, await requestHitDecision(admin, hit?.id ?? '', decision), 'approved')
  expect(await getSanctions(admin)).toMatchObject({ open: 0, unchecked: 0 })
}
