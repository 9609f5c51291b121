import { href } from 'react-router'
import { formatDay } from '../../../../rules/notes/days.ts'
import { grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { TodayPapers } from '../../../../server/today/papers.ts'
import { counted, listed, type TodayLine } from './line.ts'

const ofOwner = ({ filename, owner }: { filename: string; owner: string }) => `${filename} of ${owner}`

/** @returns what waits of documents: what the office decides on first, then what it waits for */
export function paperLines({ deleteRequests, newFiles, toConfirm, signatures, asked }: TodayPapers): TodayLine[] {
  const lines = [
    {
      key: 'delete-requests',
      total: deleteRequests.total,
      ...counted(deleteRequests.total, 'delete request'),
      which: listed(deleteRequests.first.map(ofOwner), deleteRequests.total),
      since: deleteRequests.first[0]?.since,
      act: 'Decide',
      to: href('/profile/admin/delete-requests'),
    },
    {
      key: 'files',
      total: newFiles.total,
      ...counted(newFiles.total, 'new file from an investor', 'new files from investors'),
      which: listed(
        newFiles.first.map(({ filename, owner }) => `${filename} from ${owner}`),
        newFiles.total,
      ),
      since: newFiles.total === 1 ? newFiles.first[0]?.since : undefined,
      act: 'Look through',
      to: withQuery(href('/profile/admin/documents'), { state: 'new' }),
    },
    {
      key: 'to-confirm',
      total: toConfirm.total,
      ...counted(toConfirm.total, 'signature to confirm', 'signatures to confirm'),
      which: listed(toConfirm.first.map(ofOwner), toConfirm.total),
      since: toConfirm.first[0]?.since,
      act: 'Confirm',
      to: withQuery(href('/profile/admin/outstanding'), { signatures: 'said_signed' }),
    },
    {
      key: 'signatures',
      total: signatures.total,
      ...counted(signatures.total, 'signature we wait for', 'signatures we wait for'),
      which: listed(signatures.first.map(ofOwner), signatures.total),
      since: signatures.first[0]?.since,
      act: 'Remind',
      to: withQuery(href('/profile/admin/outstanding'), { signatures: 'waiting' }),
    },
    {
      key: 'documents-asked',
      total: asked.total,
      ...counted(asked.total, 'document we asked for', 'documents we asked for'),
      which: listed(
        asked.first.map(
          ({ name, person, dueOn }) => `${name} from ${person}${dueOn ? `, by ${formatDay(dueOn)}` : ''}`,
        ),
        asked.total,
      ),
      act: 'Remind',
      to: href('/profile/admin/outstanding'),
    },
  ]
  return lines.filter(({ total }) => total > 0)
}

/** @returns what has gone wrong with the site itself */
export function siteLines({ mail, missingFiles }: TodayPapers): TodayLine[] {
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
