import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import { sealing } from '../../../content/sealing.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { storage } from '../../../server/storage/storage.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { openAuthority, opensslVerify, pdfsig } from '../../../tests/helpers/seals.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { codeOf } from '../../../tests/helpers/tax.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getToday } from '../../today/server/today.ts'
import { requestCertificate } from '../server/bring-certificate.ts'
import { checkFile } from '../server/check-file.ts'
import { makeCertificate } from '../server/make-certificate.ts'
import { rotateSealKeys } from '../server/rotate-seal-keys.ts'
import { sealPdf } from '../server/seal.ts'
import { openSealing, sealCertificate, sealProblem, signerOf } from '../server/seal-certificates.ts'
import { openSealKinds, type SealKind } from '../server/seal-kinds.ts'
import { queueSeal, sealFile } from '../server/sealed-files.ts'
import { getSeals, sealAgain } from '../server/seals-page.ts'

const originalSha256 = createHash('sha256').update('as sent').digest('hex')

/** A kind of file that fails to be drawn, and to be filed, so many times. */
function testKind(folder: string, holderId: string, { draws = 0, files = 0 } = {}): SealKind & { drawn: number } {
  const kind = {
    kind: 'test',
    label: 'Agreement',
    drawn: 0,
    async draw() {
      kind.drawn++
      if (draws-- > 0) throw new Error('The paper jammed.')
      const bytes = await byPdfkit([['An agreement']])
      const filed = { name: 'Agreement', category: 'Agreements' as const, holderId, folder, retainUntil: '2040-01-01' }
      return { bytes, originalSha256, reason: 'Signed by all parties', ...filed }
    },
    async sealed() {
      if (files-- > 0) throw new Error('The process died.')
    },
  }
  openSealKinds([kind])
  return kind
}

/** Queues a file to be sealed, as a member of the holder who signs last. */
async function queued(member: Actor, holderId: string, subjectId: string = randomUUID()): Promise<string> {
  return actAs(member, tx => queueSeal(tx, { kind: 'test', subjectId, holderId }))
}

async function stateOf({ owner }: SharedPortal, file: string) {
  const { rows } = await owner.query('select * from sealed_files where id = $1', [file])
  return rows[0]
}

const untilSealed = (portal: SharedPortal, file: string) =>
  eventually('a sealed file', async () => {
    const row = await stateOf(portal, file)
    return row.state === 'sealed' && row
  })

async function fileOf({ owner }: SharedPortal, document: string): Promise<Buffer> {
  const { rows } = await owner.query('select file_path from documents where id = $1', [document])
  await using stored = await storage().read(rows[0].file_path)
  const chunks: Buffer[] = []
  for await (const chunk of stored ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const asked = (file: Uint8Array) => checkFile({ ip: '192.0.2.7' }, { file: new File([Uint8Array.from(file)], 'x.pdf') })

/** A file in the queue without a job: only the test attempts it. */
async function queuedAlone({ owner }: SharedPortal, holderId: string): Promise<string> {
  const { rows } = await owner.query(
    "insert into sealed_files (kind, subject_id, holder_id) values ('test', gen_random_uuid(), $1) returning id",
    [holderId],
  )
  return rows[0].id
}

afterEach(() => openSealKinds([]))

test('a signed file is sealed once, filed for its holder, announced by e-mail, and known at /verify', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const holder = await givenHolder(admin, investor)
  testKind(investor.id, holder.id)
  const subject = randomUUID()
  const file = await queued(investor, holder.id, subject)
  expect(await queued(investor, holder.id, subject)).toBe(file)
  expect(await codeOf(queued(second, holder.id))).toBe('FORBIDDEN')
  const row = await untilSealed(portal, file)
  expect(row).toMatchObject({ level: 'B-B', original_sha256: originalSha256, problem: null, attempts: 1 })

  const bytes = await fileOf(portal, row.document_id)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
  expect(await pdfsig(bytes)).toContain('Signature is Valid')
  await opensslVerify(bytes)
  const document = 'select category, filename, holder_id, unreleased from documents where id = $1'
  const { rows: seen } = await queryAs(portal, investor.id, document, [row.document_id])
  expect(seen).toEqual([{ category: 'Agreements', filename: 'Agreement.pdf', holder_id: holder.id, unreleased: false }])
  expect((await queryAs(portal, second.id, document, [row.document_id])).rows).toEqual([])
  expect((await queryAs(portal, second.id, 'select id from sealed_files where id = $1', [file])).rows).toEqual([])

  const { rows: log } = await portal.owner.query(
    "select details, actor_role from audit_log where action = 'seal.sealed' and subject_id = $1",
    [file],
  )
  expect(log).toMatchObject([
    { actor_role: 'system', details: { original_sha256: originalSha256, sha256: row.sha256 } },
  ])
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect((await portal.mailbox.to(investor.email)).text).toContain('Your signed copy is in your portal.')

  expect(await asked(bytes)).toMatchObject({ is: 'ours', isKnown: true, appended: 0, sealedAt: row.sealed_at })
  expect(await asked(Buffer.concat([bytes, Buffer.from('x')]))).toMatchObject({
    is: 'ours',
    isKnown: true,
    appended: 1,
  })
  const { certificate, key } = await makeCertificate()
  const stranger = signerOf(certificate, [], Buffer.from(key))
  const over = await sealPdf(bytes, { signer: stranger, reason: 'Mine' })
  expect(await asked(over)).toMatchObject({ is: 'ours', isKnown: true, appended: over.length - bytes.length })
  const foreign = await sealPdf(await byPdfkit([['Another']]), { signer: stranger, reason: 'Mine' })
  expect(await asked(foreign)).toEqual({ is: 'foreign', by: fund.name, appended: 0 })
  const changed = Buffer.from(bytes)
  changed[200] = (changed[200] ?? 0) ^ 1
  expect(await asked(changed)).toEqual({ is: 'changed' })
  expect(await codeOf(asked(Buffer.alloc(0)))).toBe('CHECK_FILE')
  expect(await codeOf(asked(Buffer.alloc(11 * 1024 * 1024)))).toBe('CHECK_FILE_LARGE')
})

test('two jobs at once, and one killed before it files, leave one file and one document', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  const kind = testKind(investor.id, holder.id, { files: 1 })
  const file = await queuedAlone(portal, holder.id)
  await sealFile({ file }).catch(() => {})
  await Promise.allSettled([sealFile({ file }), sealFile({ file }), sealFile({ file })])
  await eventually('a sealed file', async () => {
    await sealFile({ file }).catch(() => {})
    return (await stateOf(portal, file)).state === 'sealed'
  })
  expect(kind.drawn).toBe(2)
  const { rows } = await portal.owner.query('select id from documents where holder_id = $1', [holder.id])
  expect(rows).toEqual([{ id: (await stateOf(portal, file)).document_id }])
  const stored = await storage().list({ prefix: `${investor.id}/` })
  expect(stored).toHaveLength(1)
})

test('what can’t be sealed fails after its attempts, is Today’s first line, and only an administrator tries again', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  testKind(investor.id, holder.id, { draws: sealing.attempts })
  const file = await queuedAlone(portal, holder.id)
  for (let attempt = 1; attempt < sealing.attempts; attempt++) {
    await expect(sealFile({ file })).rejects.toThrow('jammed')
    expect(await stateOf(portal, file)).toMatchObject({
      state: 'sealing',
      attempts: attempt,
      problem: 'The paper jammed.',
    })
  }
  await sealFile({ file })
  expect(await stateOf(portal, file)).toMatchObject({ state: 'failed' })
  expect((await getToday(admin)).documents.unsealed.failed).toBeGreaterThan(0)
  const byHand = "update sealed_files set state = 'sealed' where id = $1"
  await expect(queryAs(portal, admin.id, byHand, [file])).rejects.toMatchObject({ code: '42501' })
  expect(await codeOf(sealAgain(investor, file))).toBe('FORBIDDEN')
  await sealAgain(admin, file)
  await untilSealed(portal, file)
  expect(await codeOf(sealAgain(admin, file))).toBe('SEAL_STATE')
  expect((await getSeals(admin)).files.find(({ id }) => id === file)).toMatchObject({
    label: 'Agreement',
    level: 'B-B',
  })
})

test('a time stamp that can’t be had leaves the file waiting, and then a seal that says B-B', async ({
  portal,
  admin,
  investor,
}) => {
  await using authority = await openAuthority()
  const tsa = { ...portal.config, tsaUrl: authority.url, tsaRoots: authority.rootFile }
  const holder = await givenHolder(admin, investor)
  testKind(investor.id, holder.id)
  openSealing(tsa)
  try {
    const stamped = await queued(investor, holder.id)
    expect(await untilSealed(portal, stamped)).toMatchObject({ level: 'B-T', problem: null })
    const bytes = await fileOf(portal, (await stateOf(portal, stamped)).document_id)
    expect(await asked(bytes)).toMatchObject({ is: 'ours', time: expect.any(Date) })
    authority.mode = 'other data'
    const file = await queuedAlone(portal, holder.id)
    for (let attempt = 1; attempt <= sealing.timestampAttempts; attempt++)
      await expect(sealFile({ file })).rejects.toThrow('covers other data')
    expect(await stateOf(portal, file)).toMatchObject({ state: 'sealing', level: null })
    await sealFile({ file })
    expect(await stateOf(portal, file)).toMatchObject({ state: 'sealed', level: 'B-B', problem: /other data/ })
  } finally {
    openSealing(portal.config)
  }
})

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

test('the fund’s own certificate takes two people; its key can’t be read, and the one before is destroyed', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
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

  // Less than 60 days: the portal makes one.
  await portal.owner.query('alter table seal_certificates disable trigger user')
  await portal.owner.query(
    "update seal_certificates set valid_until = now() + interval '59 days' where sealed_key is not null",
  )
  await portal.owner.query('alter table seal_certificates enable trigger user')
  const [first, other] = await Promise.all([sealCertificate(), sealCertificate()])
  expect(first.id).toBe(other.id)
  expect(await sealProblem()).toBe(null)
  expect((await getSeals(admin)).certificates[0]).toMatchObject({ isOwn: false })
})
