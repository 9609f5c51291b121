import * as op from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { administrators, everyone, type Gets } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolderDocument } from '../../register/tests/register-doors.ts'

/** Seals: what the office does, and the check that is for anyone. */
export const sealingDoors = {
  getSeals: about(newFailedSeal, ({ actor }) => op.getSeals(actor), administrators('sees', 'FORBIDDEN')),
  sealAgain: about(newFailedSeal, ({ actor }, id) => op.sealAgain(actor, id), administrators('changes', 'FORBIDDEN')),
  requestCertificate: {
    call: ({ actor }) => op.requestCertificate(actor, { file: new File(['x'], 'key.p12'), password: 'x' }),
    gets: administrators('SEAL_KEY_FILE', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  },
  requestMadeCertificate: {
    call: ({ actor }) => op.requestMadeCertificate(actor),
    gets: administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  },
  requestRevocation: about(
    newCertificate,
    ({ actor }, id) => op.requestRevocation(actor, id, { since: fundDay(), reason: mark }),
    administrators('changes', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
  checkFile: {
    call: ({ client }) => op.checkFile(client, { file: new File(['x'], 'x.pdf') }),
    gets: everyone('ok'),
  },
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const seals = '/profile/admin/seals'

export const sealingAddresses: AddressRow[] = [
  at('GET /verify', everyone('200')),
  // Without a file.
  form('POST /verify seal.check_file', everyone('400'), () => ({})),
  row(`GET ${seals}`, administrators('sees', '403', toSignIn), async world => {
    await newFailedSeal(world)
    return { path: seals }
  }),
  form(`POST ${seals} seal.try_again`, administrators('changes', '403', signInFirst), async world => ({
    file: await newFailedSeal(world),
  })),
]

const denied = everyone('denied')

export const sealingTableDoors = {
  seal_certificates: {
    owners: "id = '$sealcertificate'",
    read: administrators('rows', 'none'),
    change: ['in_force_from = now()', everyone('none')] as [string, Gets],
    remove: denied,
    add: [
      `(certificate, fingerprint, subject, issuer, valid_from, valid_until, is_own, sealed_key, key_id) values
      (decode(repeat('00', 200), 'hex'), repeat('b', 64), 'x', 'x', now(), now(), true, decode(repeat('00', 200), 'hex'),
        decode(repeat('00', 16), 'hex'))`,
      administrators('rows', 'denied'),
    ] as [string, Gets],
  },
  sealed_files: {
    owners: "id = '$sealedfile'",
    read: everyone('none', { owner: 'rows', administrator: 'rows' }),
    change: ["state = 'sealed'", administrators('denied', 'none')] as [string, Gets],
    remove: denied,
    add: ["(kind, subject_id) values ('note', gen_random_uuid())", administrators('rows', 'denied')] as [string, Gets],
  },
}

export async function sealingRows(world: World): Promise<Record<string, string>> {
  const { rows } = await world.portal.owner.query(
    `insert into seal_certificates (certificate, fingerprint, subject, issuer, valid_from, valid_until, is_own)
    values (decode(repeat('00', 200), 'hex'), repeat('a', 64), 'x', 'x', now(), now(), false) returning id`,
  )
  return { $sealedfile: await newFailedSeal(world), $sealcertificate: rows[0].id }
}

/** A certificate that sealed once. */
async function newCertificate(world: World): Promise<string> {
  const { rows } = await world.portal.owner.query(
    `insert into seal_certificates (certificate, fingerprint, subject, issuer, valid_from, valid_until, is_own, in_force_from)
    values (decode(repeat('00', 200), 'hex'), repeat('c', 64), 'x', 'x', now(), now(), false, now()) returning id`,
  )
  return rows[0].id
}

/** A file of the owner's holder, with a failed seal. */
export async function newFailedSeal(world: World): Promise<string> {
  const { holder } = await newHolderDocument(world)
  const { rows } = await world.portal.owner.query(
    `insert into sealed_files (kind, subject_id, holder_id, state, attempts, problem)
    values ('note', gen_random_uuid(), $1, 'failed', 12, $2) returning id`,
    [holder, mark],
  )
  return rows[0].id
}
