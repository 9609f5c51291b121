import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { storage } from '../../../server/storage/storage.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import type { SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import { checkFile } from '../server/check-file.ts'
import { openSealKinds, type SealKind } from '../server/seal-kinds.ts'
import { queueSeal } from '../server/sealed-files.ts'

/* A kind of sealed file for tests, and what is asked of one. */

export const originalSha256 = createHash('sha256').update('as sent').digest('hex')

/** A kind of file that fails to be drawn, and to be filed, so many times. */
export function testKind(
  folder: string,
  holderId: string,
  { draws = 0, files = 0 } = {},
): SealKind & { drawn: number } {
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
export async function queued(member: Actor, holderId: string, subjectId: string = randomUUID()): Promise<string> {
  return actAs(member, tx => queueSeal(tx, { kind: 'test', subjectId, holderId }))
}

export async function stateOf({ owner }: SharedPortal, file: string) {
  const { rows } = await owner.query('select * from sealed_files where id = $1', [file])
  return rows[0]
}

export const untilSealed = (portal: SharedPortal, file: string) =>
  eventually('a sealed file', async () => {
    const row = await stateOf(portal, file)
    return row.state === 'sealed' && row
  })

export async function fileOf({ owner }: SharedPortal, document: string): Promise<Buffer> {
  const { rows } = await owner.query('select file_path from documents where id = $1', [document])
  await using stored = await storage().read(rows[0].file_path)
  const chunks: Buffer[] = []
  for await (const chunk of stored ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** From where a file is checked. */
export const strangersIp = '192.0.2.7'

/** What /verify says of a file. */
export const asked = (file: Uint8Array) =>
  checkFile({ ip: strangersIp }, { file: new File([Uint8Array.from(file)], 'x.pdf') })
