import { sql } from 'kysely'
import { sealing } from '../../../content/sealing.ts'
import { sealedFileSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { type SealLevel, type SealState, sealsPerPage } from '../sealing.ts'
import { sealAgainCommand } from '../seals.commands.ts'
import { sealProblem, timestampAuthority } from './seal-certificates.ts'
import { sealKind } from './seal-kinds.ts'

/** A certificate, for administrators. Times are UTC. */
export interface ListedCertificate {
  id: string
  subject: string
  issuer: string
  fingerprint: string
  validUntil: Date
  isOwn: boolean
  inForceFrom: Date
  /** Since when its key may have been in others' hands, 'YYYY-MM-DD'. */
  revokedSince: string | null
}

/** A file that is sealed, or will be. */
export interface ListedSeal {
  id: string
  /** Such as 'Agreement'. */
  label: string
  holder: string | null
  state: SealState
  attempts: number
  problem: string | null
  level: SealLevel | null
  /** When it was sealed, or put in the queue. */
  at: Date
  documentId: string | null
}

export interface SealsPage {
  /** What keeps files from being sealed, in a sentence. */
  problem: string | null
  stampsTime: boolean
  /** The one in force first. */
  certificates: ListedCertificate[]
  /** Those that aren't sealed first, then the newest. */
  files: ListedSeal[]
  total: number
}

/**
 * @param page from 0
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getSeals(actor: Actor, page = 0): Promise<SealsPage> {
  const found = await queryAsAdministrator(actor, async tx => {
    const certificates = await sql<ListedCertificate>`select id, subject, issuer, fingerprint,
        valid_until as "validUntil", is_own as "isOwn", in_force_from as "inForceFrom",
        revoked_since::text as "revokedSince"
      from seal_certificates where in_force_from is not null order by in_force_from desc limit 20`.execute(tx)
    const files = await sql<ListedSeal & { kind: string; total: number }>`select s.id, s.kind, s.state, s.attempts,
        s.problem, s.level, coalesce(s.sealed_at, s.created_at) as at, h.number || ' ' || h.legal_name as holder,
        case when s.state = 'sealed' then s.document_id end as "documentId", count(*) over ()::int as total
      from sealed_files s left join holders h on h.id = s.holder_id
      order by s.state = 'sealed', s.created_at desc, s.id desc
      limit ${sealsPerPage} offset ${page * sealsPerPage}`.execute(tx)
    return { certificates: certificates.rows, files: files.rows }
  })
  const files = found.files.map(({ kind, total: _, ...file }) => ({ ...file, label: sealKind(kind)?.label ?? kind }))
  return {
    problem: await sealProblem(),
    stampsTime: timestampAuthority() !== undefined,
    certificates: found.certificates,
    files,
    total: found.files[0]?.total ?? 0,
  }
}

/** Begins the attempts to seal a file again, once all have failed. */
export const sealAgain = perform(sealAgainCommand, async ({ tx, refuse, audit }, fileId) => {
  const id = assertId(fileId)
  const again = await tx
    .updateTable('sealed_files')
    .set({ state: sealedFileSteps.tryAgain.to, attempts: 0 })
    .where('id', '=', id)
    .where('state', 'in', sealedFileSteps.tryAgain.from)
    .returning('id')
    .executeTakeFirst()
  if (!again) throw refuse('SEAL_STATE')
  await enqueue(tx, 'seal-file', { file: id })
  await audit('seal.tried_again', id)
})

export interface UnsealedFiles {
  failed: number
  waiting: number
  /** 'YYYY-MM-DD' */
  certificateEnds: string | null
}

/**
 * How many files failed, and how many have been waiting for their seal for ten minutes; and when the certificate that the
 * fund brought ends, if soon; for Today.
 */
export const unsealedFiles = prepared(
  'unsealed_files',
  () => sql<UnsealedFiles>`select count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'sealing')::int as waiting,
      (select case when c.is_own and c.revoked_at is null and c.valid_until < now() + make_interval(days => ${sql.lit(sealing.leastDays)})
          then app.fund_day(c.valid_until)::text end
        from seal_certificates c where c.in_force_from is not null order by c.in_force_from desc limit 1) as "certificateEnds"
    from sealed_files where state = 'failed' or state = 'sealing' and created_at < now() - interval '10 minutes'`,
)
