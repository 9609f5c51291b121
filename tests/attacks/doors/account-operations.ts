import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators, everyone, ownerAndAdministrators, ownerOnly, signedIn } from './actors.ts'
import { exportedRows } from './exported-rows.ts'
import { about, address, type OperationDoor, wrongCode } from './operation-door.ts'
import type { World } from './world.ts'

const passkey = (world: World) => world.newPasskey()
const shownPasskey = (world: World) => world.newShownPasskey()

export const passkeyDoors = {
  // Signing in, for anyone
  startPasskeySignIn: {
    call: ({ client }) => op.startPasskeySignIn(client, address),
    gets: everyone('changes'),
  },
  signInWithPasskey: {
    call: ({ client }) => op.signInWithPasskey(client, address, '{}'),
    gets: everyone('PASSKEY_EXPIRED'),
  },

  // The owner has a passkey, no one else does
  getPasskeys: about(passkey, ({ actor }) => op.getPasskeys(actor), ownerOnly('sees', 'ok')),
  mayAddPasskey: { call: ({ actor }) => op.mayAddPasskey(actor), gets: everyone('ok') },
  startAddingPasskey: about(
    shownPasskey,
    ({ actor }) => op.startAddingPasskey(actor, address),
    signedIn('changes', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  ),
  addPasskey: about(
    shownPasskey,
    ({ actor }) => op.addPasskey(actor, address, '{}'),
    signedIn('PASSKEY_REFUSED', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  ),
  renamePasskey: about(
    passkey,
    ({ actor }, id) => op.renamePasskey(actor, id, { name: 'Another name' }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  removePasskey: about(
    shownPasskey,
    ({ actor }, id) => op.removePasskey(actor, id),
    ownerOnly('changes', 'NOT_FOUND', { anonymous: 'PROOF_NEEDED', disabled: 'NO_SESSION' }),
  ),
  makeRecoveryCodes: about(
    shownPasskey,
    ({ actor }) => op.makeRecoveryCodes(actor),
    signedIn('changes', 'PROOF_NEEDED', { disabled: 'NO_SESSION' }),
  ),
  requestPasskeyRecovery: about(
    async world => {
      await world.portal.owner.query('delete from auth.passkey_recoveries')
      await world.newPasskey()
    },
    ({ actor }) => op.requestPasskeyRecovery(actor),
    signedIn('NOT_FOUND', 'PROOF_NEEDED', { owner: 'changes', disabled: 'NO_SESSION' }),
  ),
  cancelPasskeyRecovery: about(
    world => world.newPasskeyRecovery(),
    ({ actor }) => op.cancelPasskeyRecovery(actor),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  // For anyone who has the secret from the e-mail
  getRequestedRecovery: about(
    world => world.newPasskeyRecovery(),
    ({ client }, token) => op.getRequestedRecovery(client, token),
    everyone('ok'),
  ),
  stopPasskeyRecovery: about(
    world => world.newPasskeyRecovery(),
    ({ client }) => op.stopPasskeyRecovery(client, randomUUID()),
    everyone('REPORT_UNKNOWN'),
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

export const accountDoors = {
  getUserForAdmin: {
    call: ({ actor, world }) => op.getUserForAdmin(actor, world.owner.id),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  getSessionsOf: about(
    async world => {
      await world.portal.sessionOf(world.owner)
      return world.owner
    },
    ({ actor }, { id }) => op.getSessionsOf(actor, id),
    administrators('ok', 'FORBIDDEN'),
  ),
  getErasurePlan: {
    call: ({ actor, world }) => op.getErasurePlan(actor, world.owner.id, { openNote: false }),
    gets: administrators('ok', 'FORBIDDEN'),
  },
  // About the actor's own account
  getErasureRequest: { call: ({ actor }) => op.getErasureRequest(actor), gets: everyone('ok') },
  requestErasure: about(
    world => world.portal.owner.query('update user_profiles set erase_requested_at = null'),
    ({ actor }) => op.requestErasure(actor, {}),
    signedIn('changes', 'ok', { disabled: 'ok' }),
  ),
  withdrawErasureRequest: about(
    world => world.portal.owner.query('update user_profiles set erase_requested_at = now()'),
    ({ actor }) => op.withdrawErasureRequest(actor, {}),
    signedIn('changes', 'ok', { disabled: 'ok' }),
  ),
  getSpaceNote: { call: ({ actor }) => op.getSpaceNote(actor), gets: everyone('ok') },
  getAccessReview: {
    call: ({ actor }) => op.getAccessReview(actor),
    // The database shows no one to a person whose access is closed.
    gets: administrators('sees', 'FORBIDDEN'),
  },
  exportAccessReview: {
    call: ({ actor }) => exportedRows(op.exportAccessReview(actor)),
    gets: administrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

export const auditDoors = {
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
  getActivityOf: {
    call: ({ actor, world }) => op.getActivityOf(actor, world.owner.id),
    gets: administrators('sees', 'FORBIDDEN'),
  },
  exportAuditLog: {
    call: async ({ actor, world }) =>
      exportedRows(op.exportAuditLog(actor, { person: world.owner.email.slice(1) }, 'csv')),
    gets: administrators('sees', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  },
  getOwnActivity: { call: ({ actor }) => op.getOwnActivity(actor), gets: everyone('ok') },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>
