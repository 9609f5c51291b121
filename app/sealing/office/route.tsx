import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandButton } from '../../shell/commands/command-button.tsx'
import { CommandFold } from '../../shell/commands/command-fold.tsx'
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
import {
  bringCertificateCommand,
  makeCertificateCommand,
  revokeCertificateCommand,
  sealAgainCommand,
} from '../seals.commands.ts'
import type { ListedCertificate, ListedSeal } from '../server/seals-page.ts'

/** Loads one page of sealed files, and the certificates; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getSeals(actor, page - 1),
  none: { problem: null, stampsTime: false, certificates: [], files: [], total: 0 },
  failed: sealMessages.LOAD_SEALS_FAILED,
})

/** POST: uploads a certificate, has one made or revokes one, or tries again to seal a file. */
export const action = commandActions(
  [bringCertificateCommand, makeCertificateCommand, revokeCertificateCommand, sealAgainCommand],
  { redirectTo: () => href('/profile/admin/seals'), saysOnErrorPage: true },
)

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
          {certificates.map((certificate, at) => (
            <Certificate key={certificate.id} {...certificate} next={certificates[at - 1]} />
          ))}
        </ul>
      )}
      <Rows
        columns={columns}
        rows={files}
        empty={{ title: 'No sealed files yet', text: 'Documents appear here once everyone has signed them.' }}
        pages={{ label: 'sealed files', page, total, size: sealsPerPage }}
      />
      <section className="stack gap-4 pad-above-5" aria-labelledby="bring">
        <h2 id="bring">Upload a certificate</h2>
        <p className="quiet measure">
          Use a document-signing certificate from an authority that PDF readers trust. Its key is stored encrypted and
          never leaves the site. It’s used once a second person approves it.
        </p>
        <CommandForm command={bringCertificateCommand} isEmptied />
      </section>
      <section className="stack gap-4 pad-above-5" aria-labelledby="make">
        <h2 id="make">Have one made</h2>
        <p className="quiet measure">
          In the fund’s name, by the portal, in place of the one in force: readers of PDFs show its validity as unknown.
          One that the portal made is replaced before it ends, by itself.
        </p>
        <CommandForm command={makeCertificateCommand} />
      </section>
    </AdminList>
  )
}

/** @param next the one that took its place */
function Certificate({ next, ...certificate }: ListedCertificate & { next: ListedCertificate | undefined }) {
  const { id, subject, issuer, fingerprint, isOwn, inForceFrom, validUntil, revokedSince } = certificate
  return (
    <li className="stack gap-1 breakable pad-5">
      <strong>{subject}</strong>
      {revokedSince && (
        <span>
          <Badge tone="danger">Revoked</Badge> Someone else may have had its key since {formatDay(revokedSince)}.
        </span>
      )}
      <span>
        {next ? (
          <>
            It sealed from <FormattedDate date={inForceFrom} /> to <FormattedDate date={next.inForceFrom} />.{' '}
          </>
        ) : (
          <>
            {revokedSince ? 'It sealed from' : 'In force since'} <FormattedDate date={inForceFrom} />, valid until{' '}
            <FormattedDate date={validUntil} />.{' '}
          </>
        )}
        {isOwn
          ? `Uploaded by the fund, issued by ${issuer}.`
          : 'Made by the portal: Acrobat shows its validity as unknown.'}
      </span>
      <span className={rows.fact}>SHA-256 {fingerprint}</span>
      {!revokedSince && (
        <CommandFold
          title="Someone else may have its key"
          className="stack gap-4"
          command={revokeCertificateCommand}
          form={id}
        >
          <input type="hidden" name="certificate" value={id} />
        </CommandFold>
      )}
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
