import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../server/access/actor.ts'
import type { Client } from '../../../server/access/client.ts'
import { streamEvents } from '../../../server/documents/live-updates.ts'
import { serveArchive } from '../../../server/downloads/archive.ts'
import { serveFile } from '../../../server/downloads/serve-file.ts'
import { unsubscribe } from '../../../server/notifications/mail-preferences.ts'
import { operations as op } from '../../../server/operations.ts'
import { serveDataExport } from '../../../server/people/data-export.ts'
import { handleUpload } from '../../../server/uploads/uploads.ts'
import { aVisitor, humanFormProof } from '../../helpers/leads.ts'
import { administrators, everyone, type Gets, ownerAndAdministrators, ownerOnly, signedIn } from './actors.ts'
import { mark, type World } from './world.ts'

/** Who knocks, and where. */
export interface Caller {
  world: World
  actor: Actor
  client: Client
  /** The actor's session, as a Cookie header. */
  cookie: string
}

export interface OperationDoor {
  /** Makes what the call is about, before each call. */
  given?: (world: World) => Promise<unknown>
  call: (caller: Caller, given: never) => unknown
  /**
   * For each actor: the code of the refusal; `changes` where something stored is different afterwards; `sees` where the
   * result has something of the owner's; `ok` for neither.
   */
  gets: Gets
}

/** A door whose call is about something that is made for it. */
function about<Given>(
  given: (world: World) => Promise<Given>,
  call: (caller: Caller, given: Given) => unknown,
  gets: Gets,
): OperationDoor {
  return { given, call, gets }
}

const document = (world: World) => world.newDocument()
const passkey = (world: World) => world.newPasskey()
const request = (world: World) => world.newDeleteRequest()
const address = 'http://localhost/'
/** The codes of sign-in and restore are never right here: this is about who may try. */
const wrongCode = '000000'

const passkeyDoors = {
  // Signing in, for anyone
  startPasskeySignIn: {
    call: ({ client }) => op.startPasskeySignIn(client, address),
    gets: everyone('changes'),
  },
  signInWithPasskey: {
    call: ({ client }) => op.signInWithPasskey(client, address, '{}'),
    gets: everyone('PASSKEY_EXPIRED'),
  },

  // The owner has a passkey, nobody else does
  getPasskeys: about(passkey, ({ actor }) => op.getPasskeys(actor), ownerOnly('sees', 'ok')),
  mayAddPasskey: { call: ({ actor }) => op.mayAddPasskey(actor), gets: everyone('ok') },
  startAddingPasskey: {
    call: ({ actor }) => op.startAddingPasskey(actor, address),
    gets: signedIn('changes', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  },
  addPasskey: {
    call: ({ actor }) => op.addPasskey(actor, address, '{}'),
    gets: signedIn('PASSKEY_REFUSED', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  },
  renamePasskey: about(
    passkey,
    ({ actor }, id) => op.renamePasskey(actor, id, 'Another name'),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  removePasskey: about(
    passkey,
    ({ actor }, id) => op.removePasskey(actor, id),
    ownerOnly('changes', 'NOT_FOUND', { anonymous: 'PROOF_NEEDED', disabled: 'NO_SESSION' }),
  ),
  makeRecoveryCodes: {
    call: ({ actor }) => op.makeRecoveryCodes(actor),
    gets: signedIn('changes', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  },
  permitNewPasskey: about(
    world => world.newPerson({ isAdmin: true }),
    ({ actor }, { id }) => op.permitNewPasskey(actor, id),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND', disabled: 'NO_SESSION' }),
  ),

  // Fresh proof
  getProofWays: about(
    passkey,
    ({ actor }) => op.getProofWays(actor, address),
    ownerOnly('changes', 'ok', { anonymous: 'NO_SESSION' }),
  ),
  sendProofCode: about(
    passkey,
    ({ actor }) => op.sendProofCode(actor),
    signedIn('changes', 'NO_SESSION', { owner: 'PASSKEY_NEEDED', disabled: 'NO_SESSION' }),
  ),
  proveByCode: about(
    async world => {
      await world.portal.owner.query('delete from auth.session_proofs')
      await world.newPasskey()
    },
    ({ actor }) => op.proveByCode(actor, wrongCode),
    signedIn('CODE_EXPIRED', 'NO_SESSION', { owner: 'PASSKEY_NEEDED' }),
  ),
  proveByPasskey: {
    call: ({ actor }) => op.proveByPasskey(actor, address, '{}'),
    gets: signedIn('PASSKEY_REFUSED', 'NO_SESSION'),
  },
  proveByRecoveryCode: {
    call: ({ actor }) => op.proveByRecoveryCode(actor, 'no such code'),
    gets: signedIn('RECOVERY_CODE_WRONG', 'NO_SESSION'),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const accountDoors = {
  getUserForAdmin: {
    call: ({ actor, world }) => op.getUserForAdmin(actor, world.owner.id),
    gets: administrators('sees', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  },
  acceptPerson: about(
    world => world.newPerson({ guest: true }),
    ({ actor }, { id }) => op.acceptPerson(actor, id),
    administrators('changes', 'FORBIDDEN'),
  ),
  disablePerson: about(
    world => world.newPerson(),
    ({ actor }, { id }) => op.disablePerson(actor, id, 'a test'),
    administrators('changes', 'FORBIDDEN'),
  ),
  enablePerson: about(
    world => world.newDisabledPerson(),
    ({ actor }, { id }) => op.enablePerson(actor, id),
    administrators('changes', 'FORBIDDEN'),
  ),
  endSessionsOf: about(
    async world => {
      const person = await world.newPerson()
      await world.portal.sessionOf(person)
      return person
    },
    ({ actor }, { id }) => op.endSessionsOf(actor, id),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  getErasurePlan: {
    call: ({ actor, world }) => op.getErasurePlan(actor, world.owner.id, { openNote: false }),
    gets: administrators('ok', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  },
  erasePerson: about(
    world => world.newDisabledPerson(),
    ({ actor }, { id, email }) => op.erasePerson(actor, id, { openNote: false, confirmation: email }),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  // About the actor's own account
  getErasureRequest: { call: ({ actor }) => op.getErasureRequest(actor), gets: everyone('ok') },
  requestErasure: about(
    world => world.portal.owner.query('update user_profiles set erase_requested_at = null'),
    ({ actor }) => op.requestErasure(actor),
    signedIn('changes', 'ok', { disabled: 'ok' }),
  ),
  withdrawErasureRequest: about(
    world => world.portal.owner.query('update user_profiles set erase_requested_at = now()'),
    ({ actor }) => op.withdrawErasureRequest(actor),
    signedIn('changes', 'ok', { disabled: 'ok' }),
  ),
  getSpaceNote: { call: ({ actor }) => op.getSpaceNote(actor), gets: everyone('ok') },
  getAccessReview: {
    call: ({ actor }) => op.getAccessReview(actor),
    // The database shows nobody to a person whose access is closed.
    gets: administrators('sees', 'FORBIDDEN', { disabled: 'ok' }),
  },
  recordAccessReview: {
    call: ({ actor }) => op.recordAccessReview(actor),
    gets: administrators('changes', 'FORBIDDEN'),
  },
  exportAccessReview: {
    call: ({ actor }) => op.exportAccessReview(actor),
    gets: administrators('sees', 'FORBIDDEN', { disabled: 'ok' }),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const auditDoors = {
  getDocumentHistory: about(
    async world => {
      const id = await world.newDocument()
      await op.incrementViewCount(world.owner, id)
      return id
    },
    ({ actor }, id) => op.getDocumentHistory(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  getAuditLog: {
    call: ({ actor, world }) => op.getAuditLog(actor, { person: world.owner.email.slice(1) }),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  exportAuditLog: {
    call: async ({ actor, world }) =>
      new Response(await op.exportAuditLog(actor, { person: world.owner.email.slice(1) }, 'csv')).text(),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  getOwnActivity: { call: ({ actor }) => op.getOwnActivity(actor), gets: everyone('ok') },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** Every operation that a page can ask for (server/operations.ts). */
export const operationDoors: Record<keyof typeof op, OperationDoor> = {
  ...passkeyDoors,
  ...accountDoors,
  ...auditDoors,

  // Signing in, for anyone
  sendCode: { call: ({ client }) => op.sendCode(client, `${randomUUID()}@doors.example`), gets: everyone('changes') },
  verifyCode: {
    call: ({ client, world }) => op.verifyCode(client, world.owner.email, wrongCode),
    // Nobody has asked for a code in this browser.
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
  updateUserProfile: {
    call: ({ actor, world }) =>
      op.updateUserProfile(actor, world.owner.id, { full_name: `${mark} ${randomUUID()}`, organization: '' }),
    gets: ownerAndAdministrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  },

  // The e-mail address: bound to the owner's session
  getEmailChange: about(
    world => world.newEmailChange('verify-current'),
    ({ actor, world }) => op.getEmailChange(actor, world.sessionId),
    ownerOnly('sees', 'ok'),
  ),
  startEmailChange: {
    call: ({ actor, world, client }) => op.startEmailChange(actor, world.sessionId, client),
    gets: ownerOnly('changes', 'NO_SESSION'),
  },
  verifyCurrentEmail: about(
    world => world.newEmailChange('verify-current'),
    ({ actor, world, client }) => op.verifyCurrentEmail(actor, world.sessionId, client, wrongCode),
    ownerOnly('INVALID_CODE', 'CHANGE_GONE'),
  ),
  submitNewEmail: about(
    world => world.newEmailChange('enter-new'),
    ({ actor, world, client }) => op.submitNewEmail(actor, world.sessionId, client, `${randomUUID()}@doors.example`),
    ownerOnly('changes', 'CHANGE_GONE'),
  ),
  resendNewEmailCode: about(
    world => world.newEmailChange('verify-new'),
    ({ actor, world, client }) => op.resendNewEmailCode(actor, world.sessionId, client),
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
    ({ actor, world }) => op.endOtherSessions(actor, actor.sessionId ?? world.sessionId),
    // Of a person whose access is closed, what is left may end.
    ownerOnly('changes', 'ok', { disabled: 'changes' }),
  ),

  // People
  getAllUsersForAdmin: {
    call: ({ actor }) => op.getAllUsersForAdmin(actor),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  inviteUser: {
    call: ({ actor }) => op.inviteUser(actor, address, { email: `${randomUUID()}@doors.example` }),
    gets: administrators('changes', 'FORBIDDEN'),
  },
  resendInvitation: about(
    world => world.newInvitation(),
    ({ actor }, id) => op.resendInvitation(actor, address, id),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  setAdministrator: about(
    world => world.newPerson(),
    ({ actor }, { id }) => op.setAdministrator(actor, id, true),
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
  getFundNames: about(
    document,
    ({ actor }) => op.getFundNames(actor),
    administrators('ok', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  getDocument: about(
    document,
    ({ actor }, id) => op.getDocument(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  createDocuSignDocument: {
    call: ({ actor, world }) =>
      op.createDocuSignDocument(actor, { userId: world.owner.id, name: mark, url: 'https://sign.example/1' }),
    gets: administrators('changes', 'FORBIDDEN'),
  },
  requestDocumentDelete: about(
    document,
    ({ actor }, id) => op.requestDocumentDelete(actor, id),
    ownerAndAdministrators('changes', 'DOCUMENT_GONE'),
  ),
  requestDocumentsDelete: about(
    document,
    ({ actor }, id) => op.requestDocumentsDelete(actor, [id]),
    ownerAndAdministrators('changes', 'DOCUMENTS_GONE'),
  ),
  approveDocumentDelete: about(
    request,
    ({ actor }, id) => op.approveDocumentDelete(actor, id),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'DOCUMENT_GONE' }),
  ),
  rejectDocumentDelete: about(
    request,
    ({ actor }, id) => op.rejectDocumentDelete(actor, id),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'DOCUMENT_GONE' }),
  ),
  getDeleteRequests: about(
    request,
    ({ actor }) => op.getDeleteRequests(actor),
    administrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  deleteDocument: about(
    document,
    ({ actor }, id) => op.deleteDocument(actor, id),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'DOCUMENT_GONE', disabled: 'NO_SESSION' }),
  ),
  deleteDocuments: about(
    document,
    ({ actor }, id) => op.deleteDocuments(actor, [id]),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'DOCUMENTS_GONE', disabled: 'NO_SESSION' }),
  ),
  renameDocument: about(
    document,
    ({ actor }, id) => op.renameDocument(actor, id, `${mark} renamed`),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'DOCUMENT_GONE' }),
  ),
  moveDocuments: about(
    document,
    ({ actor }, id) => op.moveDocuments(actor, [id], 'Another fund'),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'DOCUMENTS_GONE' }),
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
  cancelCallForAdmin: about(
    world => world.newCall(),
    ({ actor }, { id }) => op.cancelCallForAdmin(actor, address, id, 'a note'),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),
  getLeadsForAdmin: about(
    world => world.newMessage(),
    ({ actor }) => op.getLeadsForAdmin(actor),
    administrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  updateLead: about(
    world => world.newMessage(),
    ({ actor }, id) => op.updateLead(actor, 'message', id, { state: 'answered' }),
    administrators('changes', 'FORBIDDEN', { exAdministrator: 'NOT_FOUND' }),
  ),

  // A person's own choices
  getMailPreferences: { call: ({ actor }) => op.getMailPreferences(actor), gets: everyone('ok') },
  updateMailPreferences: {
    call: ({ actor }) => op.updateMailPreferences(actor, { document_added: false }),
    // Nobody can be signed in without a profile.
    gets: signedIn('changes', '23503', { disabled: 'FORBIDDEN' }),
  },
}

/** What HTTP addresses call directly (server/portal-routes.ts). */
export const directDoors: Record<string, OperationDoor> = {
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
      const signal = AbortSignal.timeout(50)
      const { body } = await streamEvents(actor, actor.sessionId ?? '', world.owner.id, signal)
      await body?.cancel()
      return mark
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
async function textOf(answer: Response | Promise<Response>): Promise<string> {
  return Buffer.from(await (await answer).arrayBuffer()).toString('latin1')
}

/** @throws where something is not refused */
async function refused(work: Promise<unknown>): Promise<void> {
  const isRefused = await work.then(
    () => false,
    () => true,
  )
  if (!isRefused) throw new Error('this should have been refused')
}
