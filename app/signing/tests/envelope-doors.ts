import * as op from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { consentToEsign } from '../../../server/sample/lives.ts'
import { administrators, ownerOnly, signedIn } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolder, newHolderDocument } from '../../register/tests/register-doors.ts'

/** Envelopes: what signers do; the office's commands follow from their descriptions. */
export const envelopeDoors = {
  getEnvelopes: about(newEnvelope, ({ actor }) => op.getEnvelopes(actor), administrators('sees', 'FORBIDDEN')),
  getEnvelope: about(newEnvelope, ({ actor }, id) => op.getEnvelope(actor, id), administrators('sees', 'FORBIDDEN')),
  // An administrator sees it in the office alone.
  getEnvelopeToSign: about(newSent, ({ actor }, id) => op.getEnvelopeToSign(actor, id), ownerOnly('sees', 'NOT_FOUND')),
  getOwnEnvelopes: about(newSent, ({ actor }) => op.getOwnEnvelopes(actor), signedIn('ok', 'ok', { owner: 'sees' })),
  // Files take a form of their own.
  prepareEnvelope: about(
    newHolder,
    ({ actor }, holder) =>
      op.prepareEnvelope(actor, { holder, title: mark, kind: 'agreement', file: new File([], '') }),
    administrators('ENVELOPE_FILE', 'FORBIDDEN'),
  ),
  requestPaperSignature: about(
    async world => {
      const id = await newSent(world)
      return { id, signer: (await op.getEnvelopeToSign(world.owner, id)).signers[0]?.id }
    },
    ({ actor }, { id, signer }) =>
      op.requestPaperSignature(actor, id, { signer, day: fundDay(), file: new File([], '') }),
    administrators('PAPER_FILE', 'FORBIDDEN'),
  ),
  reportDrawn: about(
    newSent,
    ({ actor }, id) => op.reportDrawn(actor, id, { page: ['1'] }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  signEnvelope: about(
    newReadEnvelope,
    ({ actor }, { id, shown }) => op.signEnvelope(actor, id, { shown, confirmed: true, read: true, typedName: mark }),
    ownerOnly('changes', 'NOT_FOUND', { anonymous: 'PROOF_NEEDED' }),
  ),
  declineEnvelope: about(
    newSent,
    ({ actor }, id) => op.declineEnvelope(actor, id, { reason: mark }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

type Stage = 'draft' | 'sent' | 'for the fund'

/** An envelope of a holder of the owner's, with the owner's seat and the fund's. @returns its id */
export async function newEnvelope(world: World, stage: Stage = 'draft'): Promise<string> {
  const { portal, owner } = world
  const { id: document, holder } = await newHolderDocument(world)
  await portal.owner.query('update documents set unreleased = true where id = $1', [document])
  const field = { what: 'signature', page: 1, x: 72, y: 72, width: 200, height: 18 }
  const { rows } = await portal.owner.query(
    `insert into envelopes (kind, holder_id, title, document_id, original_sha256, pages, fields, created_by, state, sent_by,
      sent_at, expires_on)
    values ('agreement', $1, $2, $3, repeat('0', 64), '[{"width": 612, "height": 792}]', $4, $5, $6,
      case when $6 <> 'draft' then $5::uuid end, case when $6 <> 'draft' then now() end, current_date + 10) returning id`,
    [
      holder,
      mark,
      document,
      JSON.stringify([1, 2].map(turn => ({ id: `field ${turn}`, turn, ...field }))),
      owner.id,
      stage === 'draft' ? stage : 'sent',
    ],
  )
  const { id } = rows[0]
  await portal.owner.query(
    `insert into envelope_signers (envelope_id, holder_id, turn, role, user_id, capacity)
    values ($1, $2, 1, 'holder', $3, $4), ($1, $2, 2, 'fund', null, 'The fund')`,
    [id, holder, owner.id, mark],
  )
  if (stage === 'for the fund')
    await portal.owner.query(
      `update envelope_signers set state = 'signed', signed_at = now(), signed_on = current_date, typed_name = 'X',
        proof = 'code', proved_at = now() where envelope_id = $1 and turn = 1`,
      [id],
    )
  return id
}

function newSent(world: World): Promise<string> {
  return newEnvelope(world, 'sent')
}

/** One that the owner has read, and can sign under their consent. */
export async function newReadEnvelope(world: World): Promise<{ id: string; shown: string }> {
  const { portal, owner } = world
  const id = await newSent(world)
  await consentToEsign(portal.owner, owner)
  await portal.owner.query(
    `insert into document_openings (document_id, user_id, opened_at) select document_id, $2, now() from envelopes where id = $1`,
    [id, owner.id],
  )
  return { id, shown: (await op.getEnvelopeToSign(owner, id)).shown }
}
