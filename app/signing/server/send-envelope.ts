import { sql } from 'kysely'
import { addDays, isDay } from '../../../rules/days.ts'
import { perform, performFreely } from '../../../server/access/perform.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { isReminderAllowed } from '../../documents/server/reminder-schedule.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { sealProblem } from '../../sealing/server/seal-certificates.ts'
import { remindSignerCommand, sendEnvelopeCommand, voidEnvelopeCommand } from '../envelope.commands.ts'
import { nextSigner } from '../envelopes.ts'
import { mailSigners } from './envelope-mail.ts'
import { lockEnvelope, readSigners, shownHash } from './envelope-rows.ts'
import { requireLetters } from './letters.ts'
import { addOriginal, asJsonb, readStored, type StoredOriginal, storeOriginal } from './original.ts'
import { fillTemplate } from './pdf/template.ts'
import { lockDraft } from './prepare-envelope.ts'
import { signaturePages } from './signature-page.ts'

/**
 * Sends an envelope to its first signer. A signer without a place for a signature in the PDF gets one on a page that is added
 * now, so that everyone reads what will be signed. It reaches investors in the fund's name, so it takes fresh proof.
 */
export const sendEnvelope = performFreely(
  sendEnvelopeCommand,
  async ({ actor, refuse, transact }, envelopeId, { expiresOn }) => {
    const { draft, signers, file } = await transact(async ({ tx }) => {
      const draft = await lockDraft(tx, envelopeId)
      const { rows } = await sql<{ file_path: string; file_size: number }>`
        select file_path, file_size from app.envelope_file(${draft.id})`.execute(tx)
      return { draft, signers: await readSigners(tx, draft.id), file: rows[0] }
    })
    const today = fundDay()
    if (!isDay(expiresOn) || expiresOn < today || expiresOn > addDays(today, 366)) throw refuse('ENVELOPE_DAY')
    const lines = draft.read_back.flatMap(({ label, value }) => [label, value])
    await requireProofToReach(actor, { owners: [draft.holder_id], isLink: true, texts: [draft.title, ...lines] })
    if (!file) throw refuse('ENVELOPE_UNCHECKED')
    if (!signers.some(({ role }) => role === 'holder')) throw refuse('ENVELOPE_SEATS')
    for (const text of [draft.title, ...lines, ...signers.map(({ capacity }) => capacity)]) requireLetters(text)
    if (await sealProblem()) throw refuse('ENVELOPE_SEAL')
    const isPlaced = (turn: number) => draft.fields.some(field => field.turn === turn && field.what === 'signature')
    const unplaced = signers.filter(({ turn }) => !isPlaced(turn))
    const added = unplaced.length > 0 ? await withSignaturePages(file, draft.pages.length, unplaced) : undefined
    await transact(async ({ tx, audit }) => {
      const now = await lockDraft(tx, draft.id)
      if (shownHash(now) !== shownHash(draft)) throw refuse('ENVELOPE_MOVED')
      const about = { holderId: draft.holder_id, name: draft.title, isOwn: true }
      const final = added && {
        document_id: await addOriginal(tx, actor, added.stored, about),
        original_sha256: added.stored.sha256,
        pages: asJsonb([...draft.pages, ...added.sizes]),
        fields: asJsonb([...draft.fields, ...added.fields]),
      }
      await tx
        .updateTable('envelopes')
        .set({ ...final, state: 'sent', sent_at: sql<Date>`now()`, sent_by: actor.id, expires_on: expiresOn })
        .where('id', '=', draft.id)
        .execute()
      const sha256 = final?.original_sha256 ?? draft.original_sha256
      await audit('envelope.sent', draft.id, { holder_id: draft.holder_id, sha256, expires_on: expiresOn })
      await mailSigners(tx, [nextSigner(signers)?.user_id ?? null], 'your-turn')
    })
  },
)

async function withSignaturePages(
  file: { file_path: string; file_size: number },
  pages: number,
  signers: readonly { turn: number; capacity: string }[],
): Promise<Pick<Awaited<ReturnType<typeof signaturePages>>, 'fields' | 'sizes'> & { stored: StoredOriginal }> {
  const { pdf, labels, fields, sizes } = await signaturePages(signers, pages)
  const whole = await fillTemplate(await fillTemplate(await readStored(file), [], pdf), labels)
  const [folder = ''] = file.file_path.split('/')
  return { fields, sizes, stored: await storeOriginal(folder, whole) }
}

/** Reminds the next signer, at most once a day. */
export const remindSigner = perform(remindSignerCommand, async ({ tx, refuse, audit }, envelopeId) => {
  const envelope = await lockEnvelope(tx, envelopeId)
  const signer = nextSigner(await readSigners(tx, envelope.id))
  if (envelope.state !== 'sent' || !signer?.user_id) throw refuse('ENVELOPE_MOVED')
  if (!isReminderAllowed(envelope.reminded_at)) throw refuse('ENVELOPE_REMINDED')
  await tx
    .updateTable('envelopes')
    .set({ reminders: envelope.reminders + 1, reminded_at: sql<Date>`now()` })
    .where('id', '=', envelope.id)
    .execute()
  await audit('envelope.reminded', envelope.id, { user_id: signer.user_id })
  await mailSigners(tx, [signer.user_id], 'reminder')
})

/** Voids an envelope: it can no longer be signed. Earlier signatures stay on record. */
export const voidEnvelope = perform(voidEnvelopeCommand, async ({ tx, refuse, audit }, envelopeId, { reason }) => {
  const envelope = await lockEnvelope(tx, envelopeId)
  if (envelope.state !== 'draft' && envelope.state !== 'sent') throw refuse('ENVELOPE_MOVED')
  await tx
    .updateTable('envelopes')
    .set({ state: 'voided', reason, closed_at: sql<Date>`now()` })
    .where('id', '=', envelope.id)
    .execute()
  await audit('envelope.voided', envelope.id, { holder_id: envelope.holder_id, reason })
  if (envelope.state !== 'sent') return
  const signers = await readSigners(tx, envelope.id)
  await mailSigners(
    tx,
    signers.map(({ user_id }) => user_id),
    'ended',
  )
})
