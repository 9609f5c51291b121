import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { openAuthority, pdfsig } from '../../../tests/helpers/seals.ts'
import { allSent, test } from '../../../tests/helpers/shared-portal.ts'
import { codeOf } from '../../../tests/helpers/tax.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { sealLines } from '../../today/office/document-lines.ts'
import { getToday } from '../../today/server/today.ts'
import { requestCertificate, requestMadeCertificate } from '../server/bring-certificate.ts'
import { remindOfCertificate } from '../server/certificate-mail.ts'
import { requestRevocation } from '../server/revoke-certificate.ts'
import { rotateSealKeys } from '../server/rotate-seal-keys.ts'
import { openSealing, sealCertificate, sealProblem } from '../server/seal-certificates.ts'
import { openSealKinds } from '../server/seal-kinds.ts'
import { getSeals, type ListedCertificate } from '../server/seals-page.ts'
import { asked, fileOf, queued, testKind, untilSealed } from './test-kind.ts'

afterEach(() => openSealKinds([]))

/** A certificate with its key, PKCS #12. */
function keyFile(options: { days?: string; bits?: string; usage?: string; legacy?: boolean } = {}): File {
  const { days = '400', bits = '2048', usage = 'digitalSignature,nonRepudiation', legacy = false } = options
  const at = mkdtempSync(join(tmpdir(), 'key-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: at, stdio: 'pipe' })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Trusted',
  )
  openssl(
    'req',
    '-newkey',
    `rsa:${bits}`,
    '-nodes',
    '-keyout',
    'key',
    '-out',
    'csr',
    '-subj',
    '/CN=Larkstone by Trusted',
  )
  execFileSync('sh', ['-c', `printf 'keyUsage=critical,${usage}\n' > ext`], { cwd: at })
  openssl(
    'x509',
    '-req',
    '-in',
    'csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-extfile',
    'ext',
    '-days',
    days,
    '-out',
    'pem',
  )
  const old = legacy ? ['-legacy'] : []
  openssl(
    'pkcs12',
    '-export',
    ...old,
    '-in',
    'pem',
    '-inkey',
    'key',
    '-certfile',
    'ca.pem',
    '-passout',
    'pass:s  e',
    '-out',
    'p12',
  )
  return new File([readFileSync(join(at, 'p12'))], 'seal.p12')
}

test('the fund’s own certificate takes two people; its key is read by no one, and the one before is destroyed', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const { owner } = portal
  const holder = await givenHolder(admin, investor)
  testKind(investor.id, holder.id)
  const before = await untilSealed(portal, await queued(investor, holder.id))
  const password = 's  e'
  const bring = (file: File, typed = password) => requestCertificate(admin, { file, password: typed })
  expect(await codeOf(bring(keyFile(), 'wrong'))).toBe('SEAL_KEY_PASSWORD')
  expect(await codeOf(bring(new File(['x'], 'x.p12')))).toBe('SEAL_KEY_FILE')
  expect(await codeOf(bring(keyFile({ bits: '1024' })))).toBe('SEAL_KEY_KIND')
  expect(await codeOf(bring(keyFile({ days: '59' })))).toBe('SEAL_KEY_DAYS')
  expect(await codeOf(bring(keyFile({ usage: 'keyEncipherment' })))).toBe('SEAL_KEY_USE')
  expect(await codeOf(requestCertificate({ ...admin, sessionId: undefined }, { file: keyFile(), password }))).toBe(
    'PROOF_NEEDED',
  )

  // A rejected one leaves no key.
  const keys = 'select count(*)::int as n from seal_certificates where sealed_key is not null'
  await decideApproval(approver, await bring(keyFile({ legacy: true })), 'rejected', 'Not this one')
  expect((await portal.owner.query(keys)).rows[0].n).toBe(1)

  const request = await bring(keyFile())
  expect(await codeOf(decideApproval(admin, request, 'approved'))).toBe('APPROVE_OWN')
  const force = 'update seal_certificates set in_force_from = now() where in_force_from is null'
  expect((await queryAs(portal, admin.id, force)).rowCount).toBe(0)
  await decideApproval(approver, request, 'approved')
  expect((await portal.owner.query(keys)).rows[0].n).toBe(1)
  const after = await untilSealed(portal, await queued(investor, holder.id))
  expect((await untilSealed(portal, await queued(investor, holder.id))).certificate_id).toBe(after.certificate_id)
  expect(await pdfsig(await fileOf(portal, after.document_id))).toContain('Larkstone by Trusted')
  for (const { document_id } of [before, after])
    expect(await asked(await fileOf(portal, document_id))).toMatchObject({ is: 'ours', isKnown: true })
  for (const column of ['sealed_key', 'key_id', '*'])
    await expect(queryAs(portal, admin.id, `select ${column} from seal_certificates`)).rejects.toMatchObject({
      code: '42501',
    })
  expect((await getSeals(admin)).certificates[0]).toMatchObject({ isOwn: true })
  await transactionAs(portal, 'app_jobs', '', async client => {
    await expect(client.query('delete from seal_certificates')).rejects.toMatchObject({ code: '42501' })
  })

  // A site gets a VAULT_KEY, and another one.
  const [key, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  openSealing({ ...portal.config, vaultKeys: [key] })
  expect(await sealProblem()).toBe(null)
  expect(await rotateSealKeys(portal.owner, [next, key])).toBe(0)
  await decideApproval(approver, await bring(keyFile()), 'approved')
  expect(await rotateSealKeys(portal.owner, [next, key])).toBe(1)
  openSealing({ ...portal.config, vaultKeys: [next] })
  expect(await sealProblem()).toBe(null)

  // Its key can't be read, and isn't replaced: with the right VAULT_KEY it can.
  await portal.owner.query(
    "update seal_certificates set key_id = decode(repeat('07', 16), 'hex') where sealed_key is not null",
  )
  expect(await sealProblem()).toContain('VAULT_KEY')
  openSealing(portal.config)

  await decideApproval(approver, await bring(keyFile()), 'approved')
  // Nor is it when it ends: Today and e-mails say so in time, and then nothing is sent.
  const ends = (when: string) =>
    owner.query(
      `alter table seal_certificates disable trigger user;
      update seal_certificates set valid_until = now() + interval '${when}' where sealed_key is not null;
      alter table seal_certificates enable trigger user`,
    )
  const line = async () => sealLines((await getToday(admin)).documents).find(({ key }) => key === 'certificate')
  const current = (await sealCertificate()).id
  await ends('61 days')
  expect(await line()).toBe(undefined)
  await allSent(portal)
  const before60 = portal.mailbox.count(admin.email)
  for (const when of ['59 days', '45 days', '29 days', '6 days']) {
    await ends(when)
    for (const _ of [1, 2]) await remindOfCertificate()
    expect((await sealCertificate()).id).toBe(current)
  }
  await allSent(portal)
  expect(portal.mailbox.count(admin.email) - before60).toBe(3)
  expect((await portal.mailbox.to(admin.email, before60)).subject).toContain('ends soon')
  expect(await line()).toMatchObject({ isLate: false })
  await ends('-1 minutes')
  await remindOfCertificate()
  expect(await sealProblem()).toContain('ended on')
  expect(await line()).toMatchObject({ isLate: true })

  // Two people have one made.
  const made = await requestMadeCertificate(admin)
  expect(await codeOf(decideApproval(admin, made, 'approved'))).toBe('APPROVE_OWN')
  await decideApproval(approver, made, 'approved')
  expect(await sealProblem()).toBe(null)
  expect((await getSeals(admin)).certificates[0]).toMatchObject({ isOwn: false })
  expect(await line()).toBe(undefined)

  // That one is replaced before its end, by itself.
  await ends('59 days')
  const [first, other] = await Promise.all([sealCertificate(), sealCertificate()])
  expect(first.id).toBe(other.id)
  expect(first.id).not.toBe(current)
  expect(await sealProblem()).toBe(null)
})

test('a revoked certificate takes two people, and from its day on only an older time stamp speaks for a seal', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  await using authority = await openAuthority()
  const holder = await givenHolder(admin, investor)
  testKind(investor.id, holder.id)
  const sealed = async () => {
    const row = await untilSealed(portal, await queued(investor, holder.id))
    return { row, bytes: await fileOf(portal, row.document_id) }
  }
  const plain = await sealed()
  openSealing({ ...portal.config, tsaUrl: authority.url, tsaRoots: authority.rootFile })
  onTestFinished(() => openSealing(portal.config))
  const stamped = await sealed()
  const { id, inForceFrom } = (await getSeals(admin)).certificates[0] as ListedCertificate
  expect(await asked(plain.bytes)).toMatchObject({ is: 'ours', inForceFrom, inForceUntil: null, revokedSince: null })

  const today = fundDay()
  const typed = { since: today, reason: 'A server was stolen.' }
  const revoke = (values = typed) => requestRevocation(admin, id, values)
  expect(await codeOf(revoke({ ...typed, since: addDays(today, 1) }))).toBe('SEAL_REVOKE_DAY')
  expect(await codeOf(revoke({ ...typed, reason: '' }))).toBe('SEAL_REVOKE_REASON')
  expect(await codeOf(requestRevocation({ ...admin, sessionId: undefined }, id, typed))).toBe('PROOF_NEEDED')
  const request = await revoke()
  expect(await codeOf(decideApproval(admin, request, 'approved'))).toBe('APPROVE_OWN')
  const byHand = `update seal_certificates set revoked_since = app.fund_day(), revoke_reason = 'x', revoked_at = now() where id = $1`
  expect((await queryAs(portal, admin.id, byHand, [id])).rowCount).toBe(0)
  expect(await asked(plain.bytes)).toMatchObject({ revokedSince: null })
  await decideApproval(approver, request, 'approved')
  expect(await codeOf(revoke())).toBe('SEAL_REVOKED')

  // Its key is gone, and the next file has another certificate.
  const next = await sealed()
  expect(next.row.certificate_id).not.toBe(id)
  const until = expect.any(Date)
  expect(await asked(plain.bytes)).toMatchObject({
    is: 'ours',
    isKnown: true,
    inForceUntil: until,
    revokedSince: today,
  })
  // A stamp of the same day isn't older; one of the day before is.
  expect(await asked(stamped.bytes)).toMatchObject({ is: 'ours', revokedSince: today })
  await portal.owner.query(
    `alter table seal_certificates disable trigger user;
    update seal_certificates set revoked_since = app.fund_day() + 1 where id = '${id}';
    alter table seal_certificates enable trigger user`,
  )
  expect(await asked(stamped.bytes)).toMatchObject({ is: 'ours', revokedSince: null, time: expect.any(Date) })
  expect(await asked(plain.bytes)).toMatchObject({ revokedSince: addDays(today, 1) })
  expect(await asked(next.bytes)).toMatchObject({ is: 'ours', inForceUntil: null, revokedSince: null })
})
