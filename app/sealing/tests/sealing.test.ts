import { createHash, randomUUID } from 'node:crypto'
import { afterEach, expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import { sealing } from '../../../content/sealing.ts'
import { storage } from '../../../server/storage/storage.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { countedUses } from '../../../tests/helpers/owner.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { openAuthority, opensslVerify, pdfsig } from '../../../tests/helpers/seals.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { codeOf } from '../../../tests/helpers/tax.ts'
import { getToday } from '../../today/server/today.ts'
import { checksPerHour } from '../sealing.ts'
import { makeCertificate } from '../server/make-certificate.ts'
import { sealPdf } from '../server/seal.ts'
import { openSealing, signerOf } from '../server/seal-certificates.ts'
import { openSealKinds } from '../server/seal-kinds.ts'
import { sealFile } from '../server/sealed-files.ts'
import { getSeals, sealAgain } from '../server/seals-page.ts'
import { asked, fileOf, originalSha256, queued, stateOf, strangersIp, testKind, untilSealed } from './test-kind.ts'

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
  await using _ = await countedUses(portal, `files checked for:${strangersIp}`, checksPerHour)
  expect(await codeOf(asked(bytes))).toBe('CHECKED_OFTEN')
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
