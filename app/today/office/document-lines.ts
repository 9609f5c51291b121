import { href } from 'react-router'
import { sanctions as settings } from '../../../content/sanctions.ts'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { FollowedLink } from '../../documents/server/signing-list.ts'
import { formatDayOf } from '../../notes/short-days.ts'
import { complianceDates } from '../../tax/compliance-dates.ts'
import { mismatchWords } from '../../tax/mismatch.ts'
import type { MismatchedYear } from '../../tax/server/form-mismatches.ts'
import type { TodayDocuments } from '../server/documents.ts'
import { counted, pendingLine, type TodayLine } from './line.ts'

const ofOwner = ({ filename, ownerName, ownerEmail }: Pick<FollowedLink, 'filename' | 'ownerName' | 'ownerEmail'>) =>
  `${filename} · ${ownerName || ownerEmail}`

/** @returns pending work about documents: the office's decisions first, then what others owe */
export function documentLines(documents: TodayDocuments): TodayLine[] {
  const { deleteRequests, newFiles, toConfirm, toCountersign, subscriptions, signatures, requested } = documents
  const countersign = {
    key: 'to-countersign',
    total: toCountersign,
    ...counted(toCountersign, 'envelope to countersign', 'envelopes to countersign'),
    act: 'Sign',
    to: withQuery(href('/profile/admin/envelopes'), { show: 'fund' }),
  }
  const subscribed = {
    key: 'subscriptions',
    total: subscriptions,
    ...counted(subscriptions, 'new holder requested', 'new holders requested'),
    act: 'Add',
    to: withQuery(href('/profile/admin/subscriptions'), { state: 'terms' }),
  }
  return [
    ...sanctionsLines(documents),
    ...taxLines(documents),
    ...pendingLine(deleteRequests, {
      key: 'delete-requests',
      nouns: ['delete request'],
      nameOf: ofOwner,
      since: deleteRequests.first[0]?.delete_requested_at ?? undefined,
      act: 'Decide',
      to: href('/profile/admin/delete-requests'),
    }),
    ...pendingLine(newFiles, {
      key: 'files',
      nouns: ['new file from an investor', 'new files from investors'],
      nameOf: ({ filename, owner }) => `${filename} · ${owner}`,
      since: newFiles.total === 1 ? newFiles.first[0]?.since : undefined,
      act: 'Review',
      to: withQuery(href('/profile/admin/documents'), { state: 'new' }),
    }),
    ...pendingLine(toConfirm, {
      key: 'to-confirm',
      nouns: ['signature to confirm', 'signatures to confirm'],
      nameOf: ofOwner,
      since: toConfirm.first[0]?.saidSignedAt ?? undefined,
      act: 'Confirm',
      to: withQuery(href('/profile/admin/outstanding'), { signatures: 'said_signed' }),
    }),
    ...(toCountersign > 0 ? [countersign] : []),
    ...(subscriptions > 0 ? [subscribed] : []),
    ...pendingLine(signatures, {
      key: 'signatures',
      nouns: ['signature outstanding', 'signatures outstanding'],
      nameOf: ofOwner,
      since: signatures.first[0]?.signingSentAt ?? undefined,
      act: 'Remind',
      to: withQuery(href('/profile/admin/outstanding'), { signatures: 'waiting' }),
    }),
    ...pendingLine(requested, {
      key: 'documents-asked',
      nouns: ['document requested', 'documents requested'],
      nameOf: ({ name, personName, personEmail, dueOn }) =>
        `${name} · ${personName || personEmail}${dueOn ? `, by ${formatDay(dueOn)}` : ''}`,
      act: 'Remind',
      to: href('/profile/admin/outstanding'),
    }),
  ]
}

/** A list is said to be old as many days before sales and payments are refused as administrators are reminded. */
function sanctionsLines({ sanctions: { hits, names, age } }: TodayDocuments): TodayLine[] {
  const { longestAge, remindBefore } = settings
  const isOld = age !== null && longestAge !== null && age >= longestAge - remindBefore
  const to = href('/profile/admin/sanctions')
  return [
    ...pendingLine(
      { total: hits, first: names },
      { key: 'sanctions-hits', nouns: ['sanctions hit'], nameOf: name => name, act: 'Decide', to },
    ).map(line => ({ ...line, isLate: true })),
    ...(isOld
      ? [
          {
            key: 'sanctions-list',
            ...counted(age, 'day since a sanctions list was uploaded', 'days since a sanctions list was uploaded'),
            which: `After ${longestAge}, nothing can be sold or paid`,
            act: 'Upload the newest',
            to,
            isLate: age > longestAge,
          },
        ]
      : []),
  ]
}

function taxLines({ taxForms, copiesToMail, mismatched, taxDates, today }: TodayDocuments): TodayLine[] {
  const lines = [
    {
      key: 'tax-forms',
      total: taxForms,
      ...counted(taxForms, 'Form W-9 or W-8 to review', 'Forms W-9 and W-8 to review'),
      act: 'Review',
      to: withQuery(href('/profile/admin/tax'), { show: 'review' }),
    },
    {
      key: 'tax-copies',
      total: copiesToMail,
      ...counted(copiesToMail, 'tax form to mail', 'tax forms to mail'),
      act: 'See which',
      to: href('/profile/admin/tax/paper'),
    },
  ]
  return [
    ...mismatched.map(mismatchLine),
    ...taxDates.map(date => dateLine(date, today)),
    ...lines.filter(({ total }) => total > 0),
  ]
}

/** At most so many payees with a form that differs from the ledger are named, with both amounts. */
const mismatchesNamed = 3

function mismatchLine({ year, runId, payees }: MismatchedYear): TodayLine {
  const words = payees
    .slice(0, mismatchesNamed)
    .map(payee => `${payee.name} (${payee.holderNumber}): ${mismatchWords(payee)}`)
  const more = payees.length - words.length
  return {
    key: `mismatched ${year}`,
    ...counted(
      payees.length,
      `tax form of ${year} differs from the ledger`,
      `tax forms of ${year} differ from the ledger`,
    ),
    which: [...words, ...(more > 0 ? [`${grouped(more)} more.`] : [])].join(' '),
    act: 'Correct',
    to: href('/profile/admin/tax/forms/:id', { id: runId }),
    isLate: true,
  }
}

function dateLine(
  { key, year, day, runId, cents, form }: TodayDocuments['taxDates'][number],
  today: string,
): TodayLine {
  const isOf945 = key === 'deposit' || key === 'form945'
  return {
    key: `${key} ${form ?? year} ${day}`,
    figure: formatDayOf(day, today),
    what: form ?? complianceDates[key],
    which: form
      ? 'Furnished, and not filed with the IRS yet'
      : cents === undefined
        ? `For ${year}`
        : `${formatCents(cents, true)} for ${year}`,
    act: form ? 'File it' : isOf945 ? 'See what was withheld' : 'See the dates',
    to: isOf945
      ? withQuery(href('/profile/admin/tax/withholding'), { year: String(year) })
      : runId && key !== 'transmitter'
        ? href('/profile/admin/tax/forms/:id', { id: runId })
        : href('/profile/admin/tax/forms'),
    isLate: day < today,
  }
}

/** @returns signed files without their seal: nothing is complete before */
export function sealLines({ unsealed: { failed, waiting } }: TodayDocuments): TodayLine[] {
  if (failed + waiting === 0) return []
  return [
    {
      key: 'seals',
      ...counted(failed + waiting, 'signed document without its seal', 'signed documents without their seal'),
      which: failed > 0 ? `${grouped(failed)} failed` : 'The portal keeps trying',
      act: 'See why',
      to: href('/profile/admin/seals'),
      isLate: true,
    },
  ]
}

/** @returns what has gone wrong with the site itself */
export function siteLines({ mail, missingFiles }: TodayDocuments): TodayLine[] {
  const lines = [
    {
      key: 'mail',
      total: mail.total,
      ...counted(mail.total, 'e-mail failed', 'e-mails failed'),
      which:
        mail.refused > 0
          ? `${grouped(mail.refused)} refused by the recipient’s server`
          : 'The mail server doesn’t answer',
      act: 'See why',
      to: href('/profile/admin/mail'),
      isLate: true,
    },
    {
      key: 'missing-files',
      total: missingFiles,
      ...counted(missingFiles, 'document without its file', 'documents without their file'),
      act: 'See which',
      to: href('/profile/admin/system'),
      isLate: true,
    },
  ]
  return lines.filter(({ total }) => total > 0)
}
