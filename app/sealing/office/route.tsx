import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandButton } from '../../shell/commands/command-button.tsx'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import rows from '../../shell/office/rows.module.css'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { sealMessages, sealStates, sealsPerPage } from '../sealing.ts'
import { bringCertificateCommand, sealAgainCommand } from '../seals.commands.ts'
import type { ListedCertificate, ListedSeal } from '../server/seals-page.ts'

/** Loads one page of sealed files, and the certificates; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getSeals(actor, page - 1),
  none: { problem: null, stampsTime: false, certificates: [], files: [], total: 0 },
  failed: sealMessages.LOAD_SEALS_FAILED,
})

/** POST: uploads a certificate, or tries again to seal a file. */
export const action = commandActions([bringCertificateCommand, sealAgainCommand], {
  redirectTo: () => href('/profile/admin/seals'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(SealsPage)

/** The certificates that seal signed documents, and the files: those without their seal first. */
function SealsPage({ page, problem, stampsTime, certificates, files, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList title="Seals" count={countOf(total, 'file')} at={href('/profile/admin/seals')} loadError={loadError}>
      {problem && (
        <p className="measure">
          <Badge tone="danger">Can’t seal</Badge> {problem}
        </p>
      )}
      <p className="quiet measure">
        {stampsTime
          ? 'Seals have an independent time stamp (PAdES B-T). If no stamp can be had for about ten minutes, a file is sealed without one, and the list says so.'
          : 'Seals have no independent time stamp (PAdES B-B), because TSA_URL isn’t set.'}{' '}
        Anyone can check a file at <Link to={href('/verify')}>{href('/verify')}</Link>.
      </p>
      {certificates.length > 0 && (
        <ul className="plain-list divided" aria-label="Certificates">
          {certificates.map(certificate => (
            <Certificate key={certificate.id} {...certificate} />
          ))}
        </ul>
      )}
      <Rows
        columns={columns}
        rows={files}
        empty={{ title: 'No sealed files yet', text: 'Documents appear here once everyone has signed them.' }}
        pages={{ label: 'sealed files', page, total, size: sealsPerPage }}
      />
      <section className="stack gap-4" aria-labelledby="bring">
        <h2 id="bring">Upload a certificate</h2>
        <p className="quiet measure">
          Use a document-signing certificate from an authority that PDF readers trust. Its key is stored encrypted and
          never leaves the site. It’s used once a second person approves it.
        </p>
        <CommandForm command={bringCertificateCommand} isEmptied />
      </section>
    </AdminList>
  )
}

function Certificate({ subject, issuer, fingerprint, isOwn, inForceFrom, validUntil }: ListedCertificate) {
  return (
    <li className="stack gap-1 breakable">
      <strong>{subject}</strong>
      <span>
        In force since <FormattedDate date={inForceFrom} />, valid until <FormattedDate date={validUntil} />.{' '}
        {isOwn
          ? `Uploaded by the fund, issued by ${issuer}.`
          : 'Made by the portal: Acrobat shows its validity as unknown.'}
      </span>
      <span className={rows.fact}>SHA-256 {fingerprint}</span>
    </li>
  )
}

const columns: Column<ListedSeal>[] = [
  {
    header: 'File',
    role: 'title',
    className: rows.grows,
    cell: ({ label, holder, documentId }) => (
      <>
        {documentId ? <Link to={href('/profile/download/:id', { id: documentId })}>{label}</Link> : label}
        {holder && <span className={rows.fact}>{holder}</span>}
      </>
    ),
  },
  {
    header: 'State',
    className: rows.grows,
    cell: ({ state, level, attempts, problem }) => (
      <>
        {state === 'failed' ? <Badge tone="danger">{sealStates.failed}</Badge> : sealStates[state]}
        {level && ` · PAdES ${level}`}
        {problem && (
          <span className={rows.fact}>
            {state === 'sealed' ? 'No time stamp' : `After ${countOf(attempts, 'attempt')}`}: {problem}
          </span>
        )}
      </>
    ),
  },
  { header: 'Since', cell: ({ at }) => <FormattedDate date={at} time /> },
  {
    header: 'Actions',
    role: 'actions',
    cell: ({ id, label, state }) =>
      state === 'failed' && (
        <CommandButton
          command={sealAgainCommand}
          fields={{ file: id }}
          variant="link"
          aria-label={`Try again: ${label}`}
        />
      ),
  },
]
