import * as op from '../../../server/operations.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { administrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newHolder } from '../../register/tests/register-doors.ts'

/** The text of a file, with the names of what an archive holds. */
const latin = async (file: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(file).arrayBuffer()).toString('latin1')

export const answers = { money: 'own', amount: '200000', category: 'a5', method: '' }
/** The checklist of a person's high minimum. */
export const ticks = ['name', 'minimum', 'unfinanced', 'wire', 'contrary']

/** Whether someone is accredited: what they say and send, and what the office makes of it. */
export const accreditationDoors = {
  getOwnAccreditation: about(
    newHolder,
    ({ actor }, holder) => op.getOwnAccreditation(actor, holder),
    ownerOnly('sees', 'ok'),
  ),
  saveAccreditation: about(
    newHolder,
    ({ actor }, holderId) => op.saveAccreditation(actor, { holderId, ...answers }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  signAccreditation: about(
    async world => {
      await consentToEsign(world.portal.owner, world.owner)
      return newStarted(world)
    },
    ({ actor, world }, { id, text }) =>
      op.signAccreditation(actor.id === world.owner.id ? withSession(world) : actor, id, {
        typedName: 'Olga Other',
        text,
      }),
    // Before anything else, it takes a session that shows who is there.
    ownerOnly('changes', 'PROOF_NEEDED', {
      administrator: 'NOT_FOUND',
      exAdministrator: 'NOT_FOUND',
      disabled: 'NO_SESSION',
    }),
  ),
  addEvidence: about(
    async world => ({ ...(await newStarted(world, 'letter')), documentId: await newEvidenceDocument(world) }),
    ({ actor }, { id, documentId }) => op.addEvidence(actor, id, { documentId, kind: 'other', datedOn: '' }),
    ownerOnly('changes', 'EVIDENCE_GONE'),
  ),
  removeEvidence: about(
    newEvidence,
    ({ actor }, id) => op.removeEvidence(actor, id),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  sendEvidenceAnyway: about(
    newEvidence,
    ({ actor }, id) => op.sendEvidenceAnyway(actor, id),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  makeLetterToSign: about(
    world => newStarted(world, 'letter'),
    ({ actor }, { id }) =>
      op.makeLetterToSign(actor, { accreditationId: id, person: '' }, new AbortController().signal),
    ownerOnly('sees', 'NOT_FOUND'),
  ),
  getAccreditations: about(newSent, ({ actor }) => op.getAccreditations(actor), administrators('sees', 'FORBIDDEN')),
  getAccreditationForReview: about(
    newSent,
    ({ actor }, id) => op.getAccreditationForReview(actor, id),
    administrators('sees', 'FORBIDDEN'),
  ),
  approveAccreditation: about(
    async world => {
      await world.newPerson({ isAdmin: true })
      return newSent(world)
    },
    ({ actor }, id) => op.approveAccreditation(actor, id, { ticks }),
    administrators('changes', 'FORBIDDEN'),
  ),
  // Files take a form of their own.
  requestPaperStatements: about(
    newStarted,
    ({ actor, world }, { id }) =>
      op.requestPaperStatements(actor, id, { signer: world.owner.id, day: '2026-01-02', file: new File([], '') }),
    administrators('PAPER_FILE', 'FORBIDDEN'),
  ),
  // A session that isn't theirs anymore gives no fresh proof.
  exportBinder: about(
    async world => {
      const { holderId } = await newStarted(world)
      return holderId
    },
    async ({ actor }, holderId) => latin((await op.exportBinder(actor, { holderId })).archive),
    administrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** A verification that the owner has begun. */
export async function newStarted(world: World, method = ''): Promise<{ id: string; text: string; holderId: string }> {
  const holderId = await newHolder(world)
  const { id } = await op.saveAccreditation(world.owner, { holderId, ...answers, method })
  const { verification } = await op.getOwnAccreditation(world.owner, holderId)
  return { id, text: verification?.text ?? '', holderId }
}

const withSession = ({ owner, sessionId }: World) => ({ ...owner, sessionId })

/** In the owner's session: a new one would accept their invitation. */
async function sign(world: World, id: string, text: string): Promise<void> {
  await consentToEsign(world.portal.owner, world.owner)
  await world.renewProofs()
  await op.signAccreditation(withSession(world), id, { typedName: 'Owner of the doors', text })
}

/** A verification that waits for its review. @returns its id */
export async function newSent(world: World): Promise<string> {
  const { id, text } = await newStarted(world)
  await sign(world, id, text)
  return id
}

/** A verification with a document that waits for its review. */
export async function newSentWithEvidence(world: World): Promise<{ id: string; holderId: string }> {
  const { id, holderId } = await newStarted(world, 'letter')
  const documentId = await newEvidenceDocument(world)
  const today = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)
  await op.addEvidence(world.owner, id, { documentId, kind: 'letter', datedOn: today, signedBy: 'Cara Counsel' })
  const { verification } = await op.getOwnAccreditation(world.owner, holderId)
  await sign(world, id, verification?.text ?? '')
  return { id, holderId }
}

export async function newDecided(world: World, state: 'approved' | 'revoked'): Promise<string> {
  const id = await newSent(world)
  const revoked = state === 'revoked'
  await world.portal.owner.query(
    `update accreditations set state = $2, decided_at = now(), valid_from = current_date, valid_through = current_date,
      revoked_at = case when $3 then now() end, revoked_by = case when $3 then $4::uuid end,
      reason = case when $3 then 'known' end where id = $1`,
    [id, state, revoked, world.people.administrator.id],
  )
  return id
}

export async function newEvidenceDocument(world: World): Promise<string> {
  const id = await world.newDocument()
  await world.portal.owner.query("update documents set category = 'Accreditation' where id = $1", [id])
  return id
}

export async function newEvidence(world: World): Promise<string> {
  const { id } = await newStarted(world, 'letter')
  const documentId = await newEvidenceDocument(world)
  return (await op.addEvidence(world.owner, id, { documentId, kind: 'other', datedOn: '' })).id
}
