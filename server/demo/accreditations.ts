import type pg from 'pg'
import { checklistFor } from '../../app/accreditation/checklist.ts'
import type { saveAccreditationCommand } from '../../app/accreditation/own.commands.ts'
import { saleOf } from '../../app/accreditation/server/accreditation.ts'
import { addEvidence, evidenceCategory } from '../../app/accreditation/server/evidence.ts'
import { getOwnAccreditation } from '../../app/accreditation/server/own-accreditation.ts'
import { approveAccreditation } from '../../app/accreditation/server/review.ts'
import { saveAccreditation } from '../../app/accreditation/server/start.ts'
import { incrementViewCount } from '../../app/documents/server/views.ts'
import { countServed } from '../../app/downloads/server/file-accesses.ts'
import type { HolderKind } from '../../app/holders/holders.ts'
import { fund } from '../../content/fund.ts'
import { addDays, type Day, formatDay } from '../../rules/days.ts'
import type { Actor } from '../access/actor.ts'
import type { InputOf } from '../access/perform.ts'
import { addFile } from '../sample/documents.ts'
import { signVerification } from '../sample/lives.ts'
import { printPage } from '../sample/printed.ts'

/** Days since the professional's letter was written: the verification based on it ends within three weeks. */
const letterAge = 72

const letterWriter = 'Ellen Prado'

interface Verified {
  /** A member who signs. */
  member: Actor
  holder: { id: string; kind: HolderKind; name: string }
  answers: Omit<InputOf<typeof saveAccreditationCommand>, 'holderId'>
}

/**
 * Verifies a holder through its member and the reviewers, or completes that.
 * @param owner the database's owner, who files a letter if the method needs one
 * @param reviewers who approve it, in order
 */
export async function verify(
  owner: pg.Client,
  { member, holder, answers }: Verified,
  reviewers: readonly Actor[],
  today: Day,
): Promise<void> {
  const { rows } = await owner.query('select state from accreditations where holder_id = $1', [holder.id])
  const state = rows[0]?.state ?? 'started'
  if (state === 'approved') return
  if (state === 'started') await sign(owner, { member, holder, answers }, today)
  const { verification } = await getOwnAccreditation(member, holder.id)
  if (!verification) throw new Error('the sample fund has no verification to review')
  const { id, method, amountCents } = verification
  const sale = saleOf({ ...verification, amountCents: Number(amountCents) }, holder)
  const ticks = checklistFor(sale, method).map(({ code }) => code)
  const reviews = await owner.query('select reviewer_id from accreditation_reviews where accreditation_id = $1', [id])
  const done = reviews.rows.map(({ reviewer_id }) => reviewer_id)
  for (const reviewer of reviewers) {
    if (done.includes(reviewer.id)) continue
    const unopened = await owner.query(
      `select d.id, d.file_size::int as bytes from evidence e join documents d on d.id = e.document_id
        where e.accreditation_id = $1 and not exists (select from document_views v
          where v.document_id = e.document_id and v.user_id = $2)`,
      [id, reviewer.id],
    )
    for (const { id: documentId, bytes } of unopened.rows) {
      await incrementViewCount(reviewer, documentId)
      await countServed(reviewer, documentId, { start: 0, bytes })
    }
    await approveAccreditation(reviewer, id, { ticks })
  }
}

async function sign(owner: pg.Client, { member, holder, answers }: Verified, today: Day): Promise<void> {
  const { id } = await saveAccreditation(member, { holderId: holder.id, ...answers })
  const sent = await owner.query('select from evidence where accreditation_id = $1', [id])
  if (answers.method === 'letter' && sent.rowCount === 0) {
    const datedOn = addDays(today, -letterAge)
    const documentId = await fileLetter(owner, member, holder.name, datedOn)
    await addEvidence(member, id, { documentId, kind: 'letter', datedOn, signedBy: letterWriter })
  }
  await signVerification(owner, member, holder.id, id)
}

async function fileLetter(owner: pg.Client, member: Actor, holder: string, writtenOn: Day): Promise<string> {
  const filed = await owner.query('select id from documents where user_id = $1 and category = $2', [
    member.id,
    evidenceCategory,
  ])
  if (filed.rows[0]) return filed.rows[0].id
  const columns = { filename: 'Letter from our attorney.pdf', category: evidenceCategory } as const
  const created_at = new Date(`${addDays(writtenOn, 1)}T16:00:00Z`)
  return addFile(owner, await printLetter(holder, writtenOn), { user_id: member.id, ...columns, created_at })
}

function printLetter(holder: string, writtenOn: Day): Promise<Buffer> {
  return printPage({ Title: 'Letter of verification' }, [
    formatDay(writtenOn),
    fund.name,
    `I am an attorney in good standing in the State of ${fund.governingLaw}. Within the last three months I have taken reasonable steps to verify that every owner of ${holder} is an accredited investor, and have found that each of them is.`,
    'This letter may be relied on for an offering under Rule 506(c).',
    `${letterWriter}, Attorney at Law`,
    'A sample for demonstration only.',
  ])
}
