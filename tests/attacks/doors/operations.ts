import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { accreditationDoors } from '../../../app/accreditation/tests/accreditation-doors.ts'
import { bulkDirectDoors, bulkDoors } from '../../../app/bulk-delivery/tests/bulk-doors.ts'
import { coveredDoors } from '../../../app/covered-persons/tests/covered-doors.ts'
import { delegateDoors } from '../../../app/delegates/tests/delegate-doors.ts'
import { deliveryDirectDoors, deliveryDoors } from '../../../app/deliveries/tests/delivery-doors.ts'
import { requestDoors } from '../../../app/document-requests/tests/request-doors.ts'
import { streamEvents } from '../../../app/documents/server/live-updates.ts'
import { serveFile } from '../../../app/downloads/server/serve-file.ts'
import { serveArchive } from '../../../app/downloads/server/serve-zip.ts'
import { holdingDoors } from '../../../app/holdings/tests/holding-doors.ts'
import { letterDoors } from '../../../app/letters/tests/letter-doors.ts'
import { conversationDoors } from '../../../app/messages/tests/conversation-doors.ts'
import { inboxDoors } from '../../../app/messages/tests/inbox-doors.ts'
import { noteDoors } from '../../../app/notes/tests/note-doors.ts'
import { unsubscribe } from '../../../app/notifications/server/mail-preferences.ts'
import { serveDataExport } from '../../../app/people/server/data-export.ts'
import { registerDoors } from '../../../app/register/tests/register-doors.ts'
import { registerOfficeDoors } from '../../../app/register/tests/register-office-doors.ts'
import { sanctionsDoors } from '../../../app/sanctions/tests/sanctions-doors.ts'
import { sealingDoors } from '../../../app/sealing/tests/sealing-doors.ts'
import { consentDoors } from '../../../app/signing/tests/consent-doors.ts'
import { envelopeDoors } from '../../../app/signing/tests/envelope-doors.ts'
import { statementDoors } from '../../../app/statements/tests/statement-doors.ts'
import { subscriptionDoors } from '../../../app/subscriptions/tests/subscription-doors.ts'
import { taxDoors } from '../../../app/tax/tests/tax-doors.ts'
import { handleUpload } from '../../../app/uploads/server/uploads.ts'
import { wireDoors } from '../../../app/wire-instructions/tests/wire-doors.ts'
import type { Download } from '../../../server/http/send-download.ts'
import * as op from '../../../server/operations.ts'
import { givenDocument } from '../../helpers/insert-document.ts'
import { aVisitor, humanFormProof } from '../../helpers/leads.ts'
import { accountDoors, auditDoors, passkeyDoors } from './account-operations.ts'
import { administrators, everyone, ownerAndAdministrators, ownerOnly, signedIn } from './actors.ts'
import { describedOperations } from './described-doors.ts'
import { officeDoors } from './office-doors.ts'
import { about, address, type OperationDoor, wrongCode } from './operation-door.ts'
import { mark, type World } from './world.ts'

const document = (world: World) => world.newDocument()
const request = (world: World) => world.newDeleteRequest()

/** Every operation that a page can ask for (server/operations.ts); rows replace what descriptions say. */
export const operationDoors: Record<keyof typeof op, OperationDoor> = {
  ...describedOperations,
  ...passkeyDoors,
  ...accountDoors,
  ...auditDoors,
  ...conversationDoors,
  ...requestDoors,
  ...officeDoors,
  ...delegateDoors,
  ...deliveryDoors,
  ...bulkDoors,
  ...inboxDoors,
  ...holdingDoors,
  ...registerDoors,
  ...noteDoors,
  ...statementDoors,
  ...letterDoors,
  ...sealingDoors,
  ...sanctionsDoors,
  ...registerOfficeDoors,
  ...accreditationDoors,
  ...coveredDoors,
  ...subscriptionDoors,
  ...taxDoors,
  ...consentDoors,
  ...wireDoors,
  ...envelopeDoors,

  // Signing in, for anyone
  sendCode: { call: ({ client }) => op.sendCode(client, `${randomUUID()}@doors.example`), gets: everyone('changes') },
  verifyCode: {
    call: ({ client, world }) => op.verifyCode(client, world.owner.email, wrongCode),
    // No one has asked for a code in this browser.
    gets: everyone('CODE_ELSEWHERE'),
  },
  verifySecondCode: {
    call: ({ client, world }) => op.verifySecondCode(client, world.owner.email, wrongCode),
    gets: everyone('CODE_ELSEWHERE'),
  },
  readSession: {
    call: ({ client, cookie }) => op.readSession({ ...client, cookie }),
    gets: ownerOnly('sees', 'ok'),
  },
  signOut: about(
    world => world.newSession(),
    ({ client }) => op.signOut(client, 'global'),
    everyone('ok'),
  ),

  // Profiles
  getUserProfile: {
    call: ({ actor, world }) => op.getUserProfile(actor, world.owner.id),
    gets: ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  },
  saveProfile: {
    // Others keep a name without the mark.
    call: ({ actor, world }) =>
      op.saveProfile(actor, { full_name: `${actor.id === world.owner.id ? mark : 'Another'} ${randomUUID()}` }),
    gets: everyone('changes', { anonymous: 'NOT_FOUND', disabled: 'NOT_FOUND' }),
  },

  // The e-mail address: bound to the owner's session
  getEmailChange: about(
    world => world.newEmailChange('verify-current'),
    ({ actor, world }) => op.getEmailChange(actor, world.sessionId),
    ownerOnly('sees', 'ok'),
  ),
  startEmailChange: {
    call: ({ actor, world }) => op.startEmailChange(actor, world.sessionId),
    // They have a passkey, and this session hasn't shown it.
    gets: ownerOnly('PROOF_NEEDED', 'NO_SESSION'),
  },
  verifyCurrentEmail: about(
    world => world.newEmailChange('verify-current'),
    ({ actor, world }) => op.verifyCurrentEmail(actor, world.sessionId, wrongCode),
    ownerOnly('INVALID_CODE', 'CHANGE_GONE'),
  ),
  submitNewEmail: about(
    world => world.newEmailChange('enter-new'),
    ({ actor, world }) => op.submitNewEmail(actor, world.sessionId, `${randomUUID()}@doors.example`),
    ownerOnly('changes', 'CHANGE_GONE'),
  ),
  resendNewEmailCode: about(
    world => world.newEmailChange('verify-new'),
    ({ actor, world }) => op.resendNewEmailCode(actor, world.sessionId),
    ownerOnly('changes', 'CHANGE_GONE'),
  ),
  discardNewEmail: about(
    world => world.newEmailChange('verify-new'),
    ({ actor, world }) => op.discardNewEmail(actor, world.sessionId),
    ownerOnly('changes', 'CHANGE_GONE'),
  ),
  verifyNewEmail: about(
    world => world.newEmailChange('verify-new'),
    ({ actor, world, client }) => op.verifyNewEmail(actor, world.sessionId, client, address, wrongCode),
    ownerOnly('INVALID_CODE', 'CHANGE_GONE'),
  ),
  cancelEmailChange: about(
    world => world.newEmailChange('enter-new'),
    ({ actor, world }) => op.cancelEmailChange(actor, world.sessionId),
    ownerOnly('changes', 'ok'),
  ),
  // For anyone who has the secret from the e-mail
  getAddressReport: about(
    world => world.newAddressReport(false),
    ({ client }, token) => Promise.all([op.getAddressReport(client, token), refused(op.getAddressReport(client, 'x'))]),
    everyone('ok'),
  ),
  reportAddressChange: about(
    world => world.newAddressReport(false),
    ({ client }) => op.reportAddressChange(client, randomUUID()),
    everyone('REPORT_UNKNOWN'),
  ),
  sendRestoreCode: about(
    world => world.newAddressReport(true),
    ({ client }) => op.sendRestoreCode(client, randomUUID()),
    everyone('REPORT_UNKNOWN'),
  ),
  restoreAddress: about(
    world => world.newAddressReport(true),
    ({ client }, token) => op.restoreAddress(client, token, wrongCode),
    everyone('CODE_EXPIRED'),
  ),

  // Sessions
  getSessions: {
    call: ({ actor, world }) => op.getSessions(actor, world.sessionId),
    gets: everyone('ok'),
  },
  endSession: about(
    world => world.newSession(),
    ({ actor }, id) => op.endSession(actor, id),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  endOtherSessions: about(
    world => world.newSession(),
    ({ actor, world }) => op.endOtherSessions({ ...actor, sessionId: actor.sessionId ?? world.sessionId }, {}),
    // Of a person whose access is closed, what is left may end.
    ownerOnly('changes', 'ok', { disabled: 'changes' }),
  ),

  // People
  getAllUsersForAdmin: {
    call: ({ actor }) => op.getAllUsersForAdmin(actor),
    gets: administrators('sees', 'FORBIDDEN'),
  },

  removeAdministrator: about(
    world => world.newPerson({ isAdmin: true }),
    ({ actor }, { id }) => op.removeAdministrator(actor, id),
    administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),

  // Documents
  getAllDocumentsForAdmin: about(
    document,
    ({ actor }) => op.getAllDocumentsForAdmin(actor),
    administrators('sees', 'FORBIDDEN'),
  ),
  getPendingWork: about(request, ({ actor }) => op.getPendingWork(actor), administrators('ok', 'FORBIDDEN')),
  getUserDocuments: about(
    document,
    ({ actor, world }) => op.getUserDocuments(actor, world.owner.id),
    ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  findDocuments: about(
    document,
    ({ actor, world }) => op.findDocuments(actor, world.owner.id, { search: mark, sort: 'newest' }),
    ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  countDocuments: {
    call: ({ actor, world }) => op.countDocuments(actor, world.owner.id, { search: '' }),
    gets: ownerAndAdministrators('ok', 'FORBIDDEN', { exAdministrator: 'ok' }),
  },
  // Everyone's for administrators, else their own.
  getFundNames: about(
    document,
    ({ actor }) => op.getFundNames(actor),
    everyone('ok', { exAdministrator: 'FORBIDDEN' }),
  ),
  getDocument: about(
    document,
    ({ actor }, id) => op.getDocument(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  addSigningLink: {
    call: ({ actor, world }) =>
      op.addSigningLink(actor, { user: world.owner.id, name: mark, url: 'https://sign.example/1' }),
    gets: administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  },
  requestDocumentDelete: about(
    document,
    ({ actor }, id) => op.requestDocumentDelete(actor, id),
    ownerAndAdministrators('changes', 'DOCUMENT_GONE'),
  ),
  requestDocumentsDelete: about(
    document,
    ({ actor }, id) => op.requestDocumentsDelete(actor, { ids: [id] }),
    ownerAndAdministrators('changes', 'DOCUMENTS_GONE'),
  ),
  withdrawDocumentDelete: about(
    request,
    ({ actor }, id) => op.withdrawDocumentDelete(actor, id),
    ownerOnly('changes', 'DOCUMENT_GONE', { administrator: 'REQUEST_NOT_YOURS' }),
  ),
  undoUpload: about(
    document,
    ({ actor }, id) => op.undoUpload(actor, id),
    ownerOnly('changes', 'DOCUMENT_GONE', { administrator: 'FORBIDDEN' }),
  ),
  getDeleteRequests: about(request, ({ actor }) => op.getDeleteRequests(actor), administrators('sees', 'FORBIDDEN')),
  nameDocument: about(
    document,
    ({ actor }, id) => op.nameDocument(actor, id, { filename: `${mark} renamed` }),
    ownerAndAdministrators('changes', 'DOCUMENT_GONE'),
  ),
  placeDocuments: about(
    document,
    ({ actor }, id) => op.placeDocuments(actor, { ids: [id], fund_name: 'Another fund' }),
    ownerAndAdministrators('changes', 'DOCUMENTS_GONE'),
  ),
  incrementViewCount: about(
    document,
    ({ actor }, id) => op.incrementViewCount(actor, id),
    ownerAndAdministrators('changes', 'NOT_FOUND'),
  ),
  getDocumentViewHistory: about(
    async world => {
      const id = await world.newDocument()
      await op.incrementViewCount(world.owner, id)
      return id
    },
    ({ actor }, id) => op.getDocumentViewHistory(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),

  // Visitors' forms
  openForm: { call: () => op.openForm('message'), gets: everyone('ok') },
  timeZoneOrDefault: { call: () => op.timeZoneOrDefault('UTC'), gets: everyone('ok') },
  sendMessage: {
    call: ({ client }) =>
      op.sendMessage(client, { ...aVisitor, topic: 'question', message: 'Hello' }, humanFormProof('message')),
    gets: everyone('changes'),
  },
  getFreeTimes: { call: () => op.getFreeTimes('phone'), gets: everyone('ok') },
  requestCall: {
    call: async ({ client }) => {
      const [time = ''] = await op.getFreeTimes('phone')
      await op.requestCall(client, address, 'phone', time, 'UTC', aVisitor, humanFormProof('call'))
    },
    gets: everyone('changes'),
  },
  // A call opens only to its secret from the e-mail
  getCall: about(
    world => world.newCall(),
    ({ client }, { id }) => op.getCall(client, id),
    everyone('CALL_UNKNOWN'),
  ),
  moveCall: about(
    world => world.newCall(),
    ({ client }, { id }) => op.moveCall(client, address, id, new Date().toISOString()),
    everyone('CALL_UNKNOWN'),
  ),
  cancelCall: about(
    world => world.newCall(),
    ({ client }, { id }) => op.cancelCall(client, address, id),
    everyone('CALL_UNKNOWN'),
  ),

  // A person's home
  // What another person has added for them.
  getHome: about(
    ({ portal, owner, people }) =>
      givenDocument(portal, owner, { filename: `${mark}.txt`, uploadedBy: people.administrator }),
    ({ actor }) => op.getHome(actor),
    ownerOnly('sees', 'ok'),
  ),
  skipDetails: {
    call: async ({ actor, world }) => {
      await world.portal.owner.query('update user_profiles set details_asked_at = null where id = $1', [actor.id])
      await op.skipDetails(actor)
    },
    gets: everyone('changes', { anonymous: 'ok', disabled: 'ok' }),
  },
  hideSteps: {
    call: async ({ actor, world }) => {
      await world.portal.owner.query('update user_profiles set steps_hidden_at = null where id = $1', [actor.id])
      await op.hideSteps(actor)
    },
    gets: everyone('changes', { anonymous: 'ok', disabled: 'ok' }),
  },

  // A person's own choices
  getMailPreferences: { call: ({ actor }) => op.getMailPreferences(actor), gets: everyone('ok') },
  updateMailPreferences: {
    call: ({ actor }) => op.updateMailPreferences(actor, { document_added: false }),
    // No one can be signed in without a profile.
    gets: signedIn('changes', '23503', { disabled: 'FORBIDDEN' }),
  },
}

/** What HTTP addresses call directly (server/portal-routes.ts). */
export const directDoors: Record<string, OperationDoor> = {
  ...bulkDirectDoors,
  ...deliveryDirectDoors,
  serveFile: about(
    document,
    ({ actor }, id) => textOf(serveFile(new Request(`${address}files/${id}`), actor, id)),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  serveArchive: about(
    document,
    ({ actor }, id) => {
      const body = new URLSearchParams({ ids: id })
      return textOf(serveArchive(new Request(`${address}files/zip`, { method: 'POST', body }), actor))
    },
    ownerAndAdministrators('sees', 'DOCUMENTS_GONE'),
  ),
  serveDataExport: about(
    document,
    ({ actor }) =>
      textOf(serveDataExport(new Request(`${address}files/everything`), actor, actor.sessionId ?? randomUUID())),
    ownerOnly('sees', 'ok', { anonymous: 'NO_SESSION', disabled: 'NO_SESSION' }),
  ),
  streamEvents: {
    call: async ({ actor, world }) => {
      const output = new PassThrough()
      try {
        await streamEvents(actor, actor.sessionId ?? '', world.owner.id, () => output)
        return mark
      } finally {
        output.destroy()
      }
    },
    gets: ownerAndAdministrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  },
  handleUpload: about(
    world => world.newUpload(),
    async ({ actor }, id) => {
      const headers = { 'Tus-Resumable': '1.0.0' }
      const answer = await handleUpload(new Request(`${address}uploads/${id}`, { method: 'DELETE', headers }), actor)
      if (!answer.ok) throw Object.assign(new Error(), { code: String(answer.status) })
    },
    ownerOnly('changes', '404'),
  ),
  unsubscribe: { call: ({ actor }) => unsubscribe(actor.id), gets: everyone('NOT_FOUND') },
}

/** @returns a response's body as text, byte by byte: an archive is no UTF-8 */
async function textOf(answer: Promise<Response | Download>): Promise<string> {
  const response = await answer
  const chunks = response instanceof Response ? (response.body ?? []) : response.chunks
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString('latin1')
  return text
}

/** @throws where something is not refused */
async function refused(work: Promise<unknown>): Promise<void> {
  const isRefused = await work.then(
    () => false,
    () => true,
  )
  if (!isRefused) throw new Error('this should have been refused')
}
