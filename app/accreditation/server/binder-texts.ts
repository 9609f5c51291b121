import { fund } from '../../../content/fund.ts'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { actionWords } from '../../../rules/audit-words.ts'
import { csvText } from '../../../rules/csv.ts'
import { namedTimeIn } from '../../../rules/dates.ts'
import { fromCents } from '../../../rules/number.ts'
import { formDDue } from '../../register/filing-days.ts'
import { categoryWords } from '../categories.ts'
import { checklistFor } from '../checklist.ts'
import { evidenceWords } from '../evidence-kinds.ts'
import { methodWords } from '../methods.ts'
import { stateWords } from '../states.ts'
import { saleOf } from './accreditation.ts'
import type { BinderEvidence, BinderPart, BinderSale, BinderVerification } from './binder-content.ts'

/* The binder's texts, for paper and for readers who have nothing but the archive. Lines end as on any system. */

/** @param isOffering whether all sales of an offering are in it, so that the first one is known */
export function indexText(
  fundName: string,
  parts: readonly BinderPart[],
  sales: readonly BinderSale[],
  isOffering: boolean,
): string {
  const lines = [
    `${fundName}: accreditation under Rule 506(c) of Regulation D`,
    `As of ${time(new Date())}`,
    '',
    'Each holder has a folder with its verifications in order: what was represented, its signed copies, the checklist with those who',
    'reviewed, and the evidence, or the certificate of its destruction. Log.csv has the portal’s entries about them.',
    'Sales.csv lists the sales with their days, and what each relied on; why one was verified later than it was sold, or',
    'than its money arrived, is in Log.csv, as two people agreed on it. SHA256SUMS names the SHA-256 of every file here, for sha256sum -c.',
    '',
    ...(isOffering ? firstSales(sales) : []),
    ...parts.flatMap(part => [
      `${part.holder.number}  ${part.holder.legalName}`,
      ...(part.verifications.length === 0 ? ['  Never verified in this portal.'] : []),
      ...part.verifications.map((verification, at) => `  ${at + 1}. ${describe(verification)}`),
      ...sales.filter(({ holderId }) => holderId === part.holder.id).map(sale => `  Sale: ${saleLine(sale)}`),
      '',
    ]),
  ]
  return text(lines)
}

/** For Form D and the notices of each state. */
function firstSales(sales: readonly BinderSale[]): string[] {
  const first = new Map<string, string>()
  for (const { saleState, soldOn } of sales) {
    if (soldOn && soldOn < (first.get(saleState) ?? '9')) first.set(saleState, soldOn)
  }
  const states = [...first].sort(([, one], [, other]) => one.localeCompare(other))
  const [earliest] = states
  if (!earliest) return []
  return [
    `First sale: ${earliest[1]}. Form D is due by ${formDDue(earliest[1])}.`,
    ...states.map(([state, day]) => `  ${state || 'No state recorded'}: first sold on ${day}`),
    '',
  ]
}

function describe({ state, method, category, amountCents, validFrom, validThrough }: BinderVerification): string {
  const until = validFrom ? `, ${validFrom} through ${validThrough}` : ''
  const { cite } = categoryWords[category]
  return `${stateWords[state]}: ${methodWords[method].title}, Rule ${cite}, ${fromCents(amountCents, true)}${until}`
}

function saleLine({ number, amountCents, saleState, ...days }: BinderSale): string {
  const { soldOn, signedOn, verifiedOn, moneyOn, lockedOn } = days
  const when = [
    `sold ${soldOn ?? 'never'}`,
    signedOn && `signed ${signedOn}`,
    verifiedOn && `verified ${verifiedOn}${soldOn && verifiedOn > soldOn ? ' (after the sale)' : ''}`,
    moneyOn && `money arrived ${moneyOn}${verifiedOn && verifiedOn > moneyOn ? ' (before the verification)' : ''}`,
    lockedOn && `terms locked ${lockedOn}`,
  ]
  return [number, fromCents(Number(amountCents), true), saleState || 'no state recorded', ...when.filter(Boolean)].join(
    ', ',
  )
}

export function salesCsv(parts: readonly BinderPart[], sales: readonly BinderSale[]): string {
  const relied = new Map(
    parts.flatMap(({ verifications }) =>
      verifications.flatMap(one => one.noteIds.map(noteId => [noteId, one] as const)),
    ),
  )
  const names = new Map(parts.map(({ holder }) => [holder.id, holder]))
  const head = [
    ...[
      'Note',
      'Offering',
      'Holder',
      'Name',
      'Amount',
      'State',
      'Sold on',
      'Last signature',
      'Verified on',
      'Money arrived',
    ],
    ...['Terms locked', 'Method', 'Rule'],
  ]
  return csvText([
    head,
    ...sales.map(sale => {
      const basis = relied.get(sale.noteId)
      const holder = names.get(sale.holderId)
      const how = basis ? [methodWords[basis.method].title, categoryWords[basis.category].cite] : ['', '']
      const amount = fromCents(Number(sale.amountCents), true)
      return [
        sale.number,
        sale.offering,
        holder?.number,
        holder?.legalName,
        amount,
        sale.saleState,
        ...[sale.soldOn, sale.signedOn, sale.verifiedOn, sale.moneyOn, sale.lockedOn],
        ...how,
      ]
    }),
  ])
}

export function representationsText({ representations }: BinderVerification): string {
  const parts = representations.flatMap(one => [
    one.text,
    '',
    `Signed "${one.name}" by ${one.signer}, ${time(one.signedAt)}${one.ip ? `, from ${one.ip}` : ''}`,
    `Version ${one.version}; SHA-256 of the text: ${one.sha256}`,
    ...(one.underConsent
      ? [`Under consent to electronic signatures, version ${one.underConsent}; identity shown with ${one.proof}`]
      : []),
    ...(one.signedOn ? [`On paper, on ${one.signedOn}; its scan is in the signed copy`] : []),
    ...(one.isCurrent ? [] : ['Superseded: an answer changed afterward, and it was signed again.']),
    '',
    '---',
    '',
  ])
  return text(parts.length > 0 ? parts : ['Nothing was signed.'])
}

export function checklistText({ holder }: BinderPart, verification: BinderVerification): string {
  const checks = checklistFor(saleOf(verification, holder), verification.method)
  const rounds = verification.reviews.flatMap(review => [
    `Round ${review.round}: ${review.decision} by ${review.reviewer}, ${time(review.reviewedAt)}`,
    ...(review.decision === 'approved' && review.ticks.length === 0
      ? ['  On what the first reviewer had checked.']
      : []),
    ...(review.decision === 'approved' && review.ticks.length > 0
      ? checks.map(({ code, text: words }) => `  [${review.ticks.includes(code) ? 'x' : ' '}] ${words}`)
      : []),
    '',
  ])
  const { source } = methodWords[verification.method]
  const { evidence } = verification
  const owners = verification.owners.map(({ name, isNatural }) => `  ${name}${isNatural ? '' : ' (not a person)'}`)
  return text([
    `${holder.legalName} (${holder.number})`,
    describe(verification),
    `Source: ${source}`,
    ...(owners.length > 0 ? ['Holders or owners:', ...owners] : []),
    ...(evidence.length > 0 ? ['Evidence:', ...evidence.map(one => `  ${evidenceLine(one)}`)] : []),
    '',
    ...(rounds.length > 0 ? rounds : ['Not reviewed.']),
    // Reasons of rejections are kept for a limited time.
    ...(verification.reason ? [`Reason: ${verification.reason}`] : []),
  ])
}

function evidenceLine({
  kind,
  filename,
  datedOn,
  person,
  signedBy,
  crdNumber,
  series,
  taxYear,
}: BinderEvidence): string {
  const details = [
    person && `of ${person}`,
    taxYear && `for ${taxYear}`,
    datedOn && `dated ${datedOn}`,
    signedBy && `signed by ${signedBy}`,
    crdNumber && `CRD ${crdNumber}`,
    series && `Series ${series}`,
  ]
  return [`${evidenceWords[kind]}: ${filename}`, ...details.filter(Boolean)].join(', ')
}

export function certificateText({ holder }: BinderPart, evidence: BinderEvidence): string {
  const { filename, kind, sha256, destroyed, addedBy, addedAt } = evidence
  const happened = destroyed
    ? [
        `Destroyed on ${time(destroyed.at)}, as due on ${destroyed.dueOn}.`,
        `Certificate ${destroyed.certificateId}`,
        'The document and its file were removed from the portal. Copies in backups end with those backups.',
      ]
    : ['The document is no longer in the portal; the log says who deleted it, and when.']
  return text([
    `${evidenceWords[kind]} of ${holder.legalName} (${holder.number})`,
    filename,
    `Sent by ${addedBy}, ${time(addedAt)}`,
    `SHA-256: ${sha256 ?? 'not known'}`,
    '',
    ...happened,
  ])
}

export function auditCsv({ log }: BinderPart): string {
  return csvText([
    ['Time (UTC)', 'Who', 'What', 'Action', 'Details'],
    ...log.map(({ at, actor, action, details }) => [
      ...[at, actor, actionWords(action), action, JSON.stringify(details ?? {})],
    ]),
  ])
}

function time(at: Date): string {
  return namedTimeIn(timeZone, at, fund.language)
}

function text(lines: readonly string[]): string {
  return `${lines.join('\r\n').replaceAll(/(?<!\r)\n/g, '\r\n')}\r\n`
}
