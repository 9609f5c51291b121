import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import { tax } from '../../../content/tax.ts'
import { formatDay, partsOf } from '../../../rules/days.ts'
import { pdfQueueLength, pdfsPerPerson, pdfTimeout } from '../../../rules/limits.ts'
import { formatRate } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { orBlank } from '../../../server/pdf/glyph-runs.ts'
import type { Block, PdfContent } from '../../../server/pdf/pdf-content.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import type { NoticeKind } from '../b-notices.ts'
import { withholdingRate } from '../form-1099-int.ts'
import { maskedTin, type TinKind } from '../tin.ts'

const setting = new CostlyWork('tax letter made', {
  atOnce: 1,
  waiting: pdfQueueLength,
  perHour: pdfsPerPerson,
  time: pdfTimeout,
  code: 'NOTICE_BUSY',
})

/** What a letter about a B-notice says. Days are 'YYYY-MM-DD'. */
export interface NoticeLetter {
  kind: NoticeKind
  number: string
  name: string
  addressLines: readonly string[]
  line1: string
  tinKind: TinKind
  last4: string
  sendBy: string
  withholdFrom: string
}

/**
 * Makes the letter about a B-notice, for the post.
 * @param left aborted when the actor leaves
 * @returns the holder's number, and the PDF
 */
export async function makeNoticeLetter(
  actor: Actor,
  noticeId: string,
  left: AbortSignal,
): Promise<{ number: string; pdf: MadeFile<Uint8Array<ArrayBuffer>> }> {
  const id = assertId(noticeId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const letter = await asAdministrator(actor, async tx => {
    const row = await tx
      .selectFrom('tin_notices as notice')
      .innerJoin('holders as holder', 'holder.id', 'notice.holder_id')
      .innerJoin('tax_profiles as profile', 'profile.holder_id', 'notice.holder_id')
      .select([
        'notice.kind',
        'notice.holder_id',
        'notice.send_by as sendBy',
        'notice.withhold_from as withholdFrom',
        'notice.withdrawn_at',
        'notice.number_id',
      ])
      .select(['holder.number', 'holder.legal_name as name', 'holder.address_lines'])
      .select(['profile.name_line1', 'profile.tin_kind as tinKind', 'profile.tin_last4 as last4'])
      .select('profile.number_id as onFile')
      .where('notice.id', '=', id)
      .executeTakeFirst()
    if (!row) throw new PortalError('NOT_FOUND')
    // Another number is on file since: there is nothing to write about.
    if (row.withdrawn_at || row.onFile !== row.number_id || !row.tinKind || !row.last4)
      throw new PortalError('NOTICE_GONE')
    await audit(tx, actor, 'tax.notice_opened', row.holder_id, { notice_id: id, kind: row.kind })
    const { kind, number, name, tinKind, last4, sendBy, withholdFrom } = row
    const addressLines = (row.address_lines ?? '').split('\n').filter(line => line.trim())
    return { kind, number, name, addressLines, line1: row.name_line1 ?? name, tinKind, last4, sendBy, withholdFrom }
  })
  const pdf = await setting.run(actor.id, left, async canceled => {
    await using worker = openPdfWorker()
    return await worker.render(noticePdf(letter), canceled).catch(error => {
      throw canceled.aborted ? new PortalError('NOTICE_BUSY', { retryAfter: Math.ceil(pdfTimeout / 1000) }) : error
    })
  })
  return { number: letter.number, pdf: madeFile({ proof: 'fresh', entry: 'tax.notice_opened' }, pdf) }
}

/**
 * The letter, with what Publication 1281 wants a B-notice to say. The IRS's own model texts weren't at hand word for word:
 * the tax adviser compares it before the first one is mailed. The outside envelope has to say IMPORTANT TAX INFORMATION ENCLOSED.
 */
export function noticePdf({ kind, number, name, addressLines, ...of }: NoticeLetter): PdfContent {
  const { line1, tinKind, last4, sendBy, withholdFrom } = of
  const isFirst = kind === 'first'
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: `The Internal Revenue Service has ${isFirst ? 'notified us' : 'notified us a second time within three calendar years'} that the name and taxpayer identification number on your account with us don’t match its records.`,
    },
    {
      kind: 'table',
      title: 'What we have on file',
      columns: [
        { label: 'What we have on file', share: 1 },
        { label: '', share: 2, wraps: true },
      ],
      rows: [{ cells: ['Name', orBlank(line1)] }, { cells: ['Tax number', maskedTin(last4, tinKind)] }],
    },
    {
      kind: 'paragraph',
      text: `Unless you do what is said below before ${formatDay(withholdFrom)}, the law requires us to withhold ${formatRate(withholdingRate(partsOf(withholdFrom).year, tax))} of each payment of interest to you from that day on (backup withholding), and you may have to pay a penalty to the IRS.`,
    },
    { kind: 'heading', text: 'What to do' },
    ...(isFirst ? firstSteps : secondSteps(tinKind)).map(text => ({ kind: 'paragraph', text }) as const),
    {
      kind: 'paragraph',
      isSmall: true,
      text: `To be mailed by ${formatDay(sendBy)}, in an envelope that says IMPORTANT TAX INFORMATION ENCLOSED. Questions: ${fund.emails.investors}, ${fund.phone.replaceAll(' ', '\u00a0')}.`,
    },
  ]
  return {
    language: fund.language,
    title: isFirst ? 'First B-notice' : 'Second B-notice',
    subject: 'A name and tax number that don’t match the records of the IRS',
    letterhead,
    addressee: [name, ...addressLines].map(orBlank),
    facts: [
      { label: 'Holder', value: number },
      { label: 'Answer before', value: formatDay(withholdFrom) },
    ],
    heading: { text: 'Important tax information', below: isFirst ? 'first B-notice' : 'second B-notice' },
    blocks,
    dated: new Date(`${sendBy}T12:00:00Z`),
  }
}

const firstSteps = [
  'If the name or number above is wrong, or your name has changed: complete and sign the enclosed Form W-9 with the right ones, and send it to us in your portal, under Tax, or by post.',
  'If both are right: compare them with your Social Security card, or with the IRS’s letter that assigned the number. Then complete and sign the enclosed Form W-9 all the same, and send it to us. Ask the Social Security Administration or the IRS to correct their records where they are wrong.',
]

function secondSteps(kind: TinKind): string[] {
  const proof =
    kind === 'ein'
      ? 'Call the IRS Business & Specialty Tax Line and ask for letter 147C, which confirms your name and number. Send us a copy of it.'
      : 'Send us a copy of your Social Security card with the name and number that are on file there. If you have none, or the name on it isn’t yours anymore, ask the Social Security Administration for one first.'
  return ['A new Form W-9 alone can’t end this: please don’t send one by itself.', proof]
}
