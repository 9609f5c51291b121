import { href } from 'react-router'
import { taxPapers } from '../../../../content/tax-papers.ts'
import { dayOf, formatDay } from '../../../../rules/days.ts'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { Year, YearOfHolder, YearOfNote } from '../../../delegates/server/year.ts'
import { titleOf } from '../../../documents/documents.ts'
import { Foot } from '../../../holdings/investor/foot.tsx'
import { serverContext } from '../../../shell/context.ts'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Letterhead } from '../../../shell/ui/letterhead.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { PrintButton } from '../../../shell/ui/print-button.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { WholeCodes } from '../../../shell/ui/whole-codes.tsx'
import { noFormWords } from '../../../tax/promised-form.ts'
import type { Route } from './+types/route'
import style from './year.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

/**
 * Loads a calendar year of the reader's holders, and of those that share figures and tax documents with the reader.
 * @throws answers: those of `requireActor`; 404 for anyone else
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  return unwrapOrRespond(server.operations.getYear(actor, params.year, undefined, server.account))
}

export default function YearRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.year}>
      {shown => <YearPage {...shown} />}
    </LastLoaded>
  )
}

type Props = Year & { loadError?: Refusal }

/** A calendar year of each holder: interest paid by note, the tax forms, and the outlook for the next year. */
function YearPage({ year, years, holders, taxDocuments, today, asOf, loadError }: Props) {
  const columns = columnsOf(year)
  return (
    <div className={`stack narrow gap-6 pad-5 ${style.page}`}>
      <LoadError error={loadError} />
      <Letterhead />
      <header className={`cluster baseline apart ${style.head}`}>
        <h2 className="title">The year {year}</h2>
        <nav aria-label="Other years" className="cluster gap-0-5 tabular" data-print="no">
          {years
            .filter(each => each !== year)
            .map(each => (
              <Link
                key={each}
                to={href('/profile/year/:year', { year: String(each) })}
                className="touch-line underlined"
              >
                {each}
              </Link>
            ))}
        </nav>
      </header>
      {holders.map(holder => (
        <section
          key={holder.holderId}
          className={`stack narrow gap-4 breakable double-above pad-above-4 ${style.holder}`}
          aria-labelledby={`holder-${holder.holderId}`}
        >
          <h3 className="size-h4 leading-3" id={`holder-${holder.holderId}`}>
            {holder.holder}
          </h3>
          {holder.notes.length === 0 ? (
            <p className="quiet tabular">
              No interest was paid in {year}, and none is scheduled for {year + 1}.
            </p>
          ) : (
            <>
              <StackedLedger
                caption={`${year} of ${holder.holder}, by note`}
                columns={columns}
                rows={holder.notes}
                rowKey={({ number }) => number}
              />
              <dl className={`facts cluster ${style.sums}`}>
                <Sum label={`Interest paid in ${year}`} cents={holder.interestCents} />
                {holder.withheldCents !== 0n && (
                  <Sum label={`Of it, withheld for tax in ${year}`} cents={holder.withheldCents} />
                )}
                <Sum label={`Interest scheduled for ${year + 1}`} cents={holder.nextInterestCents} />
                <Sum label={`Principal due in ${year + 1}`} cents={holder.nextPrincipalCents} />
              </dl>
            </>
          )}
          <TaxForms holder={holder} year={year} today={today} />
        </section>
      ))}
      {taxDocuments.length > 0 && (
        <p>
          <strong>Filed with you:</strong> <Papers of={taxDocuments} page={href('/profile')} />
        </p>
      )}
      <p className="quiet tabular">
        Interest by the day of payment, less what came back. What is scheduled changes with a renewal or an early
        repayment. This is not a tax form.
      </p>
      <div data-print="no" className="cluster center gap-3-5">
        <PrintButton />
        {holders.some(({ isShared }) => !isShared) && (
          <Link to={withQuery(href('/profile/delegates'), { for: 'accountant' })} className="underlined">
            Share with your accountant
          </Link>
        )}
      </div>
      <Foot asOf={asOf} />
    </div>
  )
}

const columnsOf = (year: number): Column<YearOfNote>[] => [
  {
    header: 'Note',
    role: 'title',
    cell: ({ number, principalCents, rateBp }) => (
      <>
        {number}
        <span className="quiet tabular">
          {' '}
          {formatCents(principalCents)} at {formatRate(rateBp)}
        </span>
      </>
    ),
  },
  {
    header: `Interest in ${year}`,
    figures: true,
    cell: ({ interestCents, withheldCents }) => (
      <>
        {formatCents(interestCents, true)}
        {withheldCents !== 0n && (
          <span className="quiet tabular"> with {formatCents(withheldCents, true)} withheld for tax</span>
        )}
      </>
    ),
  },
  {
    header: `Interest in ${year + 1}`,
    figures: true,
    cell: ({ nextInterestCents }) => (nextInterestCents > 0n ? formatCents(nextInterestCents, true) : '–'),
  },
  {
    header: `Principal in ${year + 1}`,
    figures: true,
    cell: ({ nextPrincipalCents }) => (nextPrincipalCents > 0n ? formatCents(nextPrincipalCents, true) : '–'),
  },
]

function Sum({ label, cents }: { label: string; cents: bigint }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCents(cents, true)}</dd>
    </div>
  )
}

function Papers({ of, page }: { of: YearOfHolder['taxDocuments']; page: string }) {
  return of.map(({ id, filename }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <Link to={withQuery(page, { document: id })}>
        <WholeCodes>{titleOf(filename)}</WholeCodes>
      </Link>
    </span>
  ))
}

/** The year's tax documents, or the date of the form. */
function TaxForms({ holder, year, today }: { holder: YearOfHolder; year: number; today: string }) {
  const { taxDocuments, isShared, noForm } = holder
  const heading = <strong>Tax forms for {year}:</strong>
  if (taxDocuments.length > 0)
    return (
      <p>
        {heading} <Papers of={taxDocuments} page={isShared ? href('/profile/shared') : href('/profile')} />
      </p>
    )
  if (!taxPapers) return null
  const { name, until } = taxPapers
  const due = dayOf({ year: year + 1, ...until })
  return (
    <p>
      {heading}{' '}
      <WholeCodes>
        {noForm
          ? noFormWords(noForm.reason, noForm.kind, year)
          : `none yet.${today <= due ? ` ${name} will be here by ${formatDay(due)}.` : ''}`}
      </WholeCodes>
    </p>
  )
}
