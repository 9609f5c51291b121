import * as op from '../../../server/operations.ts'
import { documentRequests, sentLinkRow } from '../../../server/sample/documents.ts'
import { insertRow } from '../../../server/sample/rows.ts'
import { administrators, ownerAndAdministrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'

async function insert(world: World, statement: string, values: unknown[] = []): Promise<string> {
  const { rows } = await world.portal.owner.query(`${statement} returning id`, [world.owner.id, ...values])
  return rows[0].id
}

/** A document that the owner has been asked to sign. */
export const newSigningLink = ({ portal, owner: { id } }: World) =>
  insertRow(portal.owner, 'documents', sentLinkRow({ user_id: id, uploaded_by: id, filename: mark }))

/** A document that the owner is asked for. */
export const newDocumentRequest = (world: World) =>
  documentRequests.insert(world.portal.owner, { person_id: world.owner.id, name: mark })

/** A decision about a delete request of the owner's. */
export const newDecision = (world: World) =>
  insert(
    world,
    "insert into delete_decisions (user_id, document_id, filename, decision) values ($1, gen_random_uuid(), $2, 'rejected')",
    [mark],
  )

/** What the office needs from a person, and what it decided for them. */
export const requestDoors = {
  getPendingForPerson: about(
    newSigningLink,
    ({ actor, world }) => op.getPendingForPerson(actor, world.owner.id),
    ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  dismissDecision: about(newDecision, ({ actor }, id) => op.dismissDecision(actor, id), ownerOnly('changes', 'ok')),
  approveDeleteRequests: about(
    world => world.newDeleteRequest(),
    ({ actor }, id) => op.approveDeleteRequests(actor, { ids: [id] }),
    administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
  rejectDeleteRequests: about(
    world => world.newDeleteRequest(),
    ({ actor }, id) => op.rejectDeleteRequests(actor, { ids: [id], reason: 'A reason' }),
    administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
  getSigningLink: about(
    newSigningLink,
    ({ actor }, id) => op.getSigningLink(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  getSigningLinks: about(newSigningLink, ({ actor }) => op.getSigningLinks(actor), administrators('sees', 'FORBIDDEN')),
  markSigned: about(
    newSigningLink,
    ({ actor }, id) => op.markSigned(actor, id),
    ownerOnly('changes', 'DOCUMENT_GONE', { administrator: 'FORBIDDEN' }),
  ),
  unmarkSigned: about(
    async world => {
      const id = await newSigningLink(world)
      await op.markSigned(world.owner, id)
      return id
    },
    ({ actor }, id) => op.unmarkSigned(actor, id),
    ownerOnly('changes', 'DOCUMENT_GONE', { administrator: 'FORBIDDEN' }),
  ),
  getDocumentRequest: about(
    newDocumentRequest,
    ({ actor }, id) => op.getDocumentRequest(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  getDocumentRequests: about(
    newDocumentRequest,
    ({ actor }) => op.getDocumentRequests(actor),
    administrators('sees', 'FORBIDDEN'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>
